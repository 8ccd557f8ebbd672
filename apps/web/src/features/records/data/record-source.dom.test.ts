import type { DataRecord, QueryBody, QueryResult } from '@muster/contract/records/records.schema'
import i18next from 'i18next'
import { describe, expect, it, vi } from 'vitest'
import { RecordSource } from './record-source.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve))
const query = { filter: null, sort: [], search: '', isTrash: false }

function server(size: number, count: { total: number | null; isExact: boolean }) {
  return vi.fn(async (body: QueryBody): Promise<QueryResult> => {
    const ids = Array.from({ length: size }, (_, i) => i + 1)
    const items = ids
      .slice(body.offset ?? 0, (body.offset ?? 0) + body.limit)
      .map((id) => ({ id, name: `r${id}` }) as DataRecord)
    const isCount = body.count === 'exact'
    return {
      items,
      linked: { [String(body.offset ?? 0)]: { name: 'x', avatar: null, dataCollectionId: 1 } },
      total: isCount ? count.total : null,
      totalIsExact: isCount && count.isExact,
      nextCursor: null,
    }
  })
}

describe('RecordSource', () => {
  it('counts beside the rows', async () => {
    const run = server(1000, { total: 1000, isExact: true })
    const source = new RecordSource(run, query, ['name'])
    source.cache.show(0, 20)
    expect(source.rowCount).toBe(150)
    await settle()
    expect(source.total).toEqual({ count: 1000, isExact: true })
    expect(source.rowCount).toBe(1000)
    // Those below the first ones once the page rests.
    await vi.waitFor(() =>
      expect(run.mock.calls.map(([body]) => [body.offset, body.count, body.fields])).toEqual([
        [undefined, 'exact', []],
        [0, 'none', ['name']],
        [150, 'none', ['name']],
      ]),
    )
  })

  it('sends rules with the rows and not with their count', async () => {
    const run = server(10, { total: 10, isExact: true })
    const marks = [{ field: 'name', op: 'is', value: 'x' } as const]
    const source = new RecordSource(run, { ...query, marks }, ['name'])
    source.cache.show(0, 20)
    await settle()
    const [count, ...pages] = run.mock.calls.map(([body]) => [body.count, body.marks])
    expect(count).toEqual(['exact', undefined])
    for (const page of pages) expect(page).toEqual(['none', marks])
  })

  it('goes beyond an estimate that is too low, and learns the total at the end', async () => {
    const source = new RecordSource(server(700, { total: 200, isExact: false }), query, undefined)
    source.cache.show(140, 160)
    await settle()
    expect(source.rowCount).toBe(900)
    source.cache.show(690, 699)
    await settle()
    expect(source.rowCount).toBe(700)
    expect(source.total).toEqual({ count: 700, isExact: true })
  })

  it('fetches rows that are not loaded', async () => {
    const run = server(2500, { total: 2500, isExact: true })
    const source = new RecordSource(run, query, undefined)
    const rows = await source.rows(10, 2000)
    expect(rows).toHaveLength(2000)
    expect(rows.at(-1)?.id).toBe(2010)
    expect(await source.rows(2490, 100)).toHaveLength(10)
  })

  it('keeps the names of what rows link to', async () => {
    const source = new RecordSource(server(400, { total: 400, isExact: true }), query, undefined)
    source.cache.show(0, 5)
    await settle()
    expect(source.linked['0']?.name).toBe('x')
  })

  it('describes its own records for a bulk operation', () => {
    const filter = { field: 'a', op: 'isEmpty' } as const
    const run = server(1, { total: 1, isExact: true })
    expect(new RecordSource(run, { ...query, filter, search: 'x' }, undefined).target).toEqual({
      filter,
      search: 'x',
    })
    expect(new RecordSource(run, query, undefined).target).toEqual({ filter: { and: [] } })
  })

  it('names list items in the reader’s language as they arrive', async () => {
    await i18next.changeLanguage('es')
    const source = new RecordSource(server(1, { total: 1, isExact: true }), query, undefined)
    const item = { name: 'Democrat', avatar: null, dataCollectionId: 3 }
    source.learn({ 7: { ...item, names: { es: 'Demócrata' } }, 8: { ...item, name: 'Whig' } })
    expect([source.linked[7]?.name, source.linked[8]?.name]).toEqual(['Demócrata', 'Whig'])
    await i18next.changeLanguage('en')
  })
})
