/**
 * Noisy neighbour: while one team sends heavy reads continuously, another team on the same server opens a
 * first page. `ratio` is the p99 of that page on an idle server divided by its p99 under this load; the
 * target is at least 0.2.
 */
import { p50, p99, type Result, times } from './load.ts'
import { viewsDataset } from './views-world.ts'
import { call, type World } from './world.ts'

export const neighbourName = 'neighbour of a team with 40 heavy reads, first page p99'

const pages = 400
const heavyReads = 40

/** @param peopleId a collection of the quiet team. @param count number of records of the noisy team */
export async function measureNeighbour(world: World, peopleId: number, count: number): Promise<Result> {
  const noisy = await viewsDataset(world, count)
  const page = () =>
    call(world, 'POST', `/teams/${world.teamId}/dataCollections/${peopleId}/dataRecords/query`, { limit: 50 })
  const path = `/teams/${noisy.world.teamId}/dataCollections/${noisy.id}/dataRecords/aggregate`
  let isDone = false
  let answered = 0
  const heavy = async (caller: number) => {
    for (let n = 0; !isDone; n++) {
      // A different condition each time, so that no response comes from a cache.
      const filter = { and: [{ field: 'score', op: 'gt', value: -1 - caller * 1000 - n }] }
      const groupBy = [{ field: 'last_name' }, { field: 'day', period: 'month' }]
      const measures = [{ fn: 'count' }, { field: 'score', fn: 'average' }]
      await call(noisy.world, 'POST', path, { filter, groupBy, measures })
      answered++
    }
  }
  await times(100, page)
  const idle = await times(pages, page)
  const all = Promise.all(Array.from({ length: heavyReads }, (_, caller) => heavy(caller)))
  const startedAt = performance.now()
  const busy = await times(pages, page)
  const seconds = (performance.now() - startedAt) / 1000
  isDone = true
  await all
  console.log(
    `neighbour: first page ${p50(busy).toFixed(1)} ms (p50), ${p99(busy).toFixed(1)} ms (p99) beside ` +
      `${heavyReads} heavy reads at a time, ${answered} of them answered; ${p50(idle).toFixed(1)} and ` +
      `${p99(idle).toFixed(1)} ms without`,
  )
  return {
    name: neighbourName,
    ratio: p99(idle) / p99(busy),
    reqPerSec: pages / seconds,
    p50: p50(busy),
    p99: p99(busy),
    baseline: { reqPerSec: 1000 / p50(idle), p50: p50(idle), p99: p99(idle) },
  }
}
