/** Pages of 1,000,000 records compared with 100,000, and whether the server's memory grows. */
import { copyBare, importPeople } from './imports.ts'
import { p50, p99, type Result, times } from './load.ts'
import { call, createPeople, memory, resetPeak, type World } from './world.ts'

const requests = 60

export const millionName = 'import 1,000,000 rows'

export async function measureMillion(world: World, small: { id: number }): Promise<Result[]> {
  const large = await createPeople(world, 'Million')
  const imported = await importMillion(world, large.id)
  const page = (id: number, body: object) => () =>
    call(world, 'POST', `/teams/${world.teamId}/dataCollections/${id}/dataRecords/query`, {
      limit: 50,
      ...body,
    })
  const sort = [{ field: 'last_name', direction: 'asc' }]
  const jump = { sort, offset: 900_000 }
  // The first request triggers the creation of the index and the anchors, which later requests use.
  await page(large.id, jump)()
  await new Promise((resolve) => setTimeout(resolve, 15_000))
  await page(large.id, jump)()
  const first = await times(requests, page(large.id, {}))
  const firstSmall = await times(requests, page(small.id, {}))
  const jumped = await times(requests, page(large.id, jump))
  return [
    imported,
    latencyRatio('first page of 50 at 1,000,000 (time, against 100,000)', first, firstSmall),
    latencyRatio('offset jump to 900,000 of 1,000,000 (time, against a first page)', jumped, first),
  ]
}

/** Compares the import with COPY, and prints whether the server's memory grows with the rows. */
async function importMillion(world: World, dataCollectionId: number): Promise<Result> {
  const count = 1_000_000
  const pid = world.server.pid as number
  const copy = await copyBare(world, count)
  const samples: number[] = []
  const before = memory(pid)?.now ?? 0
  resetPeak(pid)
  const seconds = await importPeople(world, dataCollectionId, count, () =>
    samples.push(memory(pid)?.now ?? 0),
  )
  const half = Math.floor(samples.length / 2)
  const [early, late] = [Math.max(...samples.slice(0, half)), Math.max(...samples.slice(half))]
  const peak = memory(pid)?.peak ?? 0
  const after = memory(pid)?.now ?? 0
  console.log(
    `${millionName}: ${Math.round(seconds)} s; server memory ${before} MB before, ${peak} MB at most (upload included), ` +
      `${early} MB in the first half of the import, ${late} MB in the second, ${after} MB after`,
  )
  return {
    name: millionName,
    ratio: copy / seconds,
    reqPerSec: count / seconds,
    p50: seconds * 1000,
    p99: seconds * 1000,
    baseline: { reqPerSec: count / copy, p50: copy * 1000, p99: copy * 1000 },
  }
}

/** `ratio` is the median latency divided by that of `base`. */
function latencyRatio(name: string, latencies: readonly number[], base: readonly number[]): Result {
  const measured = (list: readonly number[]) => ({
    reqPerSec: 1000 / p50(list),
    p50: p50(list),
    p99: p99(list),
  })
  return { name, ratio: p50(latencies) / p50(base), ...measured(latencies), baseline: measured(base) }
}
