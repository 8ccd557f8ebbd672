/** The same screens at 1,000,000 records: how much slower than at 100,000, and whether the server's memory grows. */
import { importPeople } from './imports.ts'
import { p50, p99, type Result, times } from './load.ts'
import { call, createPeople, memory, resetPeak, type World } from './world.ts'

const requests = 60

export async function atAMillion(world: World, small: { id: number }): Promise<Result[]> {
  const large = await createPeople(world, 'Million')
  const pid = world.server.pid as number
  const seen: number[] = []
  resetPeak(pid)
  const seconds = await importPeople(world, large.id, 1_000_000, () => seen.push(memory(pid)?.now ?? 0))
  const half = Math.floor(seen.length / 2)
  const [early, late] = [Math.max(...seen.slice(0, half)), Math.max(...seen.slice(half))]
  console.log(
    `import of 1,000,000 rows: ${Math.round(seconds)} s; server memory at most ${early} MB in the first half, ` +
      `${late} MB in the second, ${memory(pid)?.peak} MB at most`,
  )
  const page = (id: number, body: object) => () =>
    call(world, 'POST', `/teams/${world.teamId}/dataCollections/${id}/dataRecords/query`, {
      limit: 50,
      ...body,
    })
  const sort = [{ field: 'last_name', direction: 'asc' }]
  const jump = { sort, offset: 900_000 }
  // The first look asks for the index and the anchors; people who come after it find them.
  await page(large.id, jump)()
  await new Promise((resolve) => setTimeout(resolve, 15_000))
  await page(large.id, jump)()
  const first = await times(requests, page(large.id, {}))
  const firstSmall = await times(requests, page(small.id, {}))
  const jumped = await times(requests, page(large.id, jump))
  return [
    slower('first page of 50 at 1,000,000 (time, against 100,000)', first, firstSmall),
    slower('offset jump to 900,000 of 1,000,000 (time, against a first page)', jumped, first),
  ]
}

/** `ratio` is how many times as long it takes. */
function slower(name: string, taken: readonly number[], base: readonly number[]): Result {
  const measured = (list: readonly number[]) => ({
    reqPerSec: 1000 / p50(list),
    p50: p50(list),
    p99: p99(list),
  })
  return { name, ratio: p50(taken) / p50(base), ...measured(taken), baseline: measured(base) }
}
