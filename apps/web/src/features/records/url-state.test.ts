import { describe, expect, it } from 'vitest'
import { emptyView, type RecordsView, readView, writeView } from './url-state.ts'

describe('the address of a list', () => {
  it('says nothing of what is as usual', () => {
    expect(writeView(emptyView)).toEqual({})
    expect(readView({})).toEqual(emptyView)
  })

  it('comes back as it was', () => {
    const view: RecordsView = {
      filter: { and: [{ field: 'party', op: 'anyOf', value: [1] }] },
      sort: [{ field: 'last_name', direction: 'desc' }],
      group: [
        { field: 'party', direction: 'asc' },
        { field: 'born', direction: 'desc', period: 'month' },
      ],
      search: '1 %',
      recordId: 12,
      isNew: false,
      isTrash: true,
    }
    const written = writeView(view)
    expect(written).toEqual({
      filter: { a: [['party', 'anyOf', [1]]] },
      sort: '-last_name',
      group: 'party,-born.month',
      q: '1 %',
      record: 12,
      trash: true,
    })
    expect(readView(written)).toEqual(view)
    expect(readView(writeView({ ...emptyView, isNew: true }))).toEqual({ ...emptyView, isNew: true })
  })

  it('ignores what it cannot read', () => {
    expect(readView({ filter: 'x', sort: 7, q: { a: 1 }, record: -1, trash: 'no' })).toEqual(emptyView)
    expect(readView({ q: 42 }).search).toBe('42')
  })
})
