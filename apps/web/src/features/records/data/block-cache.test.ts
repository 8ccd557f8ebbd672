import { describe, expect, it, vi } from 'vitest'
import { BlockCache, type Change } from './block-cache.ts'

interface Row {
  id: number
}

/** A list of `total` rows that answers when the test says so. */
function list(total: number, { isManual = false } = {}) {
  const rows = Array.from({ length: total }, (_, i) => ({ id: i + 1 }))
  const requested: number[] = []
  const aborted: number[] = []
  const waiting: (() => void)[] = []
  const fetch = vi.fn((offset: number, limit: number, signal: AbortSignal) => {
    requested.push(offset)
    signal.addEventListener('abort', () => aborted.push(offset))
    const answer = () => ({ rows: rows.slice(offset, offset + limit) })
    if (!isManual) return Promise.resolve(answer())
    return new Promise<{ rows: Row[] }>((resolve) => waiting.push(() => resolve(answer())))
  })
  return {
    rows,
    requested,
    aborted,
    fetch,
    release: () => {
      for (const go of waiting.splice(0)) go()
    },
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))
const cacheOf = (source: ReturnType<typeof list>, options = {}) =>
  new BlockCache<Row>({ fetch: source.fetch, idOf: (row) => row.id, blockSize: 10, ...options })

describe('BlockCache', () => {
  it('moves a row among loaded rows, across blocks', async () => {
    const cache = cacheOf(list(1000))
    cache.show(5, 14)
    await settle()
    const changes: Change[] = []
    cache.subscribe((change) => changes.push(change))
    expect(cache.move(8, 11)).toBe(true)
    expect([7, 8, 9, 10, 11, 12].map((at) => cache.rowAt(at)?.id)).toEqual([8, 10, 11, 12, 9, 13])
    expect(changes).toEqual([{ first: 8, last: 11, shift: 0 }])
    expect(cache.indexOf(9)).toBe(11)
    expect(cache.move(11, 8)).toBe(true)
    expect([7, 8, 9, 10, 11, 12].map((at) => cache.rowAt(at)?.id)).toEqual([8, 9, 10, 11, 12, 13])
    expect(cache.move(8, 500)).toBe(false)
    expect(cache.move(0, -1)).toBe(false)
    expect(cache.rowAt(8)).toEqual({ id: 9 })
  })

  it('fetches what is in view and one block ahead', async () => {
    const source = list(1000)
    const cache = cacheOf(source)
    cache.show(5, 14)
    await settle()
    expect(source.requested).toEqual([0, 10, 20])
    expect(cache.rowAt(14)).toEqual({ id: 15 })
    expect(cache.stateOf(14)).toBe('loaded')
    expect(cache.stateOf(500)).toBe('loading')
    cache.show(5, 14)
    await settle()
    expect(source.requested).toHaveLength(3)
  })

  it('looks ahead only after `whenAhead` calls back', async () => {
    const source = list(1000)
    let begin = () => {}
    const cache = cacheOf(source, { whenAhead: (go: () => void) => (begin = go) })
    cache.show(5, 14)
    await settle()
    expect(source.requested).toEqual([0, 10])
    begin()
    await settle()
    expect(source.requested).toEqual([0, 10, 20])
    cache.show(15, 24)
    expect(source.requested).toEqual([0, 10, 20, 30])
  })

  it('looks ahead upwards when scrolling up', async () => {
    const source = list(1000)
    const cache = cacheOf(source)
    cache.show(500, 505)
    await settle()
    source.requested.length = 0
    cache.show(490, 495)
    await settle()
    expect(source.requested).toEqual([490, 480])
  })

  it('aborts requests for blocks scrolled past', async () => {
    const source = list(1000, { isManual: true })
    const cache = cacheOf(source)
    cache.show(0, 9)
    cache.show(900, 909)
    expect(source.aborted).toEqual([0, 10])
    source.release()
    await settle()
    expect(cache.rowAt(0)).toBeUndefined()
    expect(cache.rowAt(900)).toEqual({ id: 901 })
  })

  it('never has more requests under way than allowed', () => {
    const source = list(1000, { isManual: true })
    const cache = cacheOf(source, { maxParallel: 2 })
    cache.show(0, 49)
    expect(source.requested).toEqual([0, 10])
  })

  it('drops the blocks used longest ago', async () => {
    const source = list(1000)
    const cache = cacheOf(source, { maxBlocks: 4 })
    for (const first of [0, 100, 200, 300]) {
      cache.show(first, first + 9)
      await settle()
    }
    expect(cache.rowAt(0)).toBeUndefined()
    expect(cache.rowAt(300)).toEqual({ id: 301 })
    expect(cache.indexOf(301)).toBe(300)
    expect(cache.indexOf(1)).toBeUndefined()
  })

  it('learns where the list ends', async () => {
    const source = list(25)
    const cache = cacheOf(source)
    cache.show(10, 19)
    await settle()
    expect(cache.end).toBe(25)
    expect(cache.reach).toBe(25)
    cache.show(20, 24)
    await settle()
    expect(source.requested).not.toContain(30)
  })

  it('knows an empty list', async () => {
    const cache = cacheOf(list(0))
    cache.show(0, 20)
    await settle()
    expect(cache.end).toBe(0)
  })

  it('reports a failure and retries on request', async () => {
    const source = list(100)
    source.fetch.mockRejectedValueOnce(new Error('away'))
    const cache = cacheOf(source, { maxParallel: 1 })
    cache.show(0, 5)
    await settle()
    expect(cache.stateOf(0)).toBe('failed')
    expect(cache.errorAt(0)).toEqual(new Error('away'))
    cache.retry(0)
    await settle()
    expect(cache.stateOf(0)).toBe('loaded')
  })

  it('keeps old rows during a refresh and reports how far the reader’s rows moved', async () => {
    const source = list(100)
    const cache = cacheOf(source)
    cache.show(20, 25)
    await settle()
    const changes: Change[] = []
    cache.subscribe((change) => changes.push(change))
    source.rows.splice(3, 0, { id: 1000 }, { id: 1001 })
    const done = cache.refresh()
    expect(cache.rowAt(20)).toEqual({ id: 21 })
    await done
    expect(cache.rowAt(22)).toEqual({ id: 21 })
    expect(changes[0]).toMatchObject({ shift: 2 })
  })

  it('patches a row in place', async () => {
    const cache = cacheOf(list(100))
    cache.show(0, 5)
    await settle()
    const changes: Change[] = []
    cache.subscribe((change) => changes.push(change))
    cache.patch(4, (row) => ({ ...row, id: 4 }))
    expect(changes).toEqual([{ first: 3, last: 3, shift: 0 }])
  })

  it('keeps the block ahead while it refreshes, for a reader who goes on', async () => {
    const source = list(1000)
    const cache = cacheOf(source)
    cache.show(5, 9)
    await settle()
    const refreshed = cache.refresh()
    cache.show(8, 12)
    expect(cache.rowAt(12)).toEqual({ id: 13 })
    await refreshed
    expect(cache.rowAt(12)).toEqual({ id: 13 })
  })

  it('shows added rows at the end until the list is fetched with them', async () => {
    const source = list(12)
    const cache = cacheOf(source)
    cache.show(0, 15)
    await settle()
    expect(cache.end).toBe(12)
    cache.add({ id: -1 })
    cache.add({ id: -2 })
    expect([cache.end, cache.rowAt(12), cache.indexOf(-2)]).toEqual([14, { id: -1 }, 13])
    // The server has one, and the list is fetched meanwhile.
    cache.settleAdded(-1, { id: 13 })
    source.rows.push({ id: 13 })
    expect(cache.indexOf(13)).toBe(12)
    await cache.refresh()
    expect([cache.end, cache.rowAt(12), cache.rowAt(13)]).toEqual([14, { id: 13 }, { id: -2 }])
    cache.settleAdded(-2, null)
    expect(cache.end).toBe(13)
  })
})
