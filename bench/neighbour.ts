/**
 * Two teams on one server: while one of them sends heavy reads without end, the other opens a first page. `ratio` is the
 * p99 of that page on an idle server to its p99 meanwhile: at least 0.2 is promised.
 */
import { p50, p99, type Result, times } from './load.ts'
import { seenByViews } from './views-world.ts'
import { call, type World } from './world.ts'

export const neighbourName = 'neighbour of a team with 40 heavy reads, first page p99'

const pages = 400
const heavyReads = 40

/** @param peopleId a collection of the quiet team. @param count records of the other one's */
export async function measureNeighbour(world: World, peopleId: number, count: number): Promise<Result> {
  const hostile = await seenByViews(world, count)
  const page = () =>
    call(world, 'POST', `/teams/${world.teamId}/dataCollections/${peopleId}/dataRecords/query`, { limit: 50 })
  const path = `/teams/${hostile.world.teamId}/dataCollections/${hostile.id}/dataRecords/aggregate`
  let isDone = false
  let answered = 0
  const heavy = async (caller: number) => {
    for (let n = 0; !isDone; n++) {
      // Another condition each time, so that no answer is known already.
      const filter = { and: [{ field: 'score', op: 'gt', value: -1 - caller * 1000 - n }] }
      const groupBy = [{ field: 'last_name' }, { field: 'day', period: 'month' }]
      const measures = [{ fn: 'count' }, { field: 'score', fn: 'average' }]
      await call(hostile.world, 'POST', path, { filter, groupBy, measures })
      answered++
    }
  }
  await times(100, page)
  const calm = await times(pages, page)
  const all = Promise.all(Array.from({ length: heavyReads }, (_, caller) => heavy(caller)))
  const began = performance.now()
  const busy = await times(pages, page)
  const seconds = (performance.now() - began) / 1000
  isDone = true
  await all
  console.log(
    `neighbour: first page ${p50(busy).toFixed(1)} ms (p50), ${p99(busy).toFixed(1)} ms (p99) beside ` +
      `${heavyReads} heavy reads at a time, ${answered} of them answered; ${p50(calm).toFixed(1)} and ` +
      `${p99(calm).toFixed(1)} ms without`,
  )
  return {
    name: neighbourName,
    ratio: p99(calm) / p99(busy),
    reqPerSec: pages / seconds,
    p50: p50(busy),
    p99: p99(busy),
    baseline: { reqPerSec: 1000 / p50(calm), p50: p50(calm), p99: p99(calm) },
  }
}
