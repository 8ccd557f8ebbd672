import { describe, expect, it } from 'vitest'
import { emptyView, type RecordsView, readView, writeView } from './url-state.ts'

describe('the address of a list', () => {
  it('omits defaults', () => {
    expect(writeView(emptyView)).toEqual({})
    expect(readView({})).toEqual(emptyView)
  })

  it('round-trips', () => {
    const view: RecordsView = {
      viewId: 7,
      filter: { and: [{ field: 'party', op: 'anyOf', value: [1] }] },
      sort: [{ field: 'last_name', direction: 'desc' }],
      group: [
        { field: 'party', direction: 'asc' },
        { field: 'born', direction: 'desc', period: 'month' },
      ],
      quick: [{ field: 'state', op: 'anyOf', value: [3, 4] }],
      search: '1 %',
      date: '2026-02-01',
      mode: 'week',
      recordId: 12,
      isNew: false,
      isTrash: true,
      rewrite: { kind: 'split', field: 'last_name' },
    }
    const written = writeView(view)
    expect(written).toEqual({
      view: 7,
      filter: { a: [['party', 'anyOf', [1]]] },
      sort: '-last_name',
      group: 'party,-born.month',
      quick: [['state', 'anyOf', [3, 4]]],
      q: '1 %',
      date: '2026-02-01',
      mode: 'week',
      record: 12,
      trash: true,
      rewrite: 'split.last_name',
    })
    expect(readView(written)).toEqual(view)
    expect(readView(writeView({ ...emptyView, isNew: true }))).toEqual({ ...emptyView, isNew: true })
  })

  it('says what the view has and this list does not', () => {
    const view: RecordsView = { ...emptyView, viewId: 7, filter: null, sort: [], group: [] }
    expect(writeView(view)).toEqual({ view: 7, filter: '-', sort: '-', group: '-' })
    expect(readView(writeView(view))).toEqual(view)
    // Without a view there is nothing to differ from.
    expect(writeView({ ...view, viewId: null })).toEqual({})
    expect(readView({ view: 'all' }).viewId).toBe('all')
  })

  it('ignores what it cannot parse', () => {
    const odd = {
      view: 'x',
      filter: 'x',
      sort: 7,
      quick: [7, { a: [] }],
      q: { a: 1 },
      record: -1,
      trash: 'no',
    }
    expect(readView(odd)).toEqual(emptyView)
    expect(readView({ q: 42 }).search).toBe('42')
  })
})
