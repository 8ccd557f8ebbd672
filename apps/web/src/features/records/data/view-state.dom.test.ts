import type { DataField } from '@muster/contract/fields/fields.schema'
import { createViewBody, type DataView as SavedView } from '@muster/contract/views/views.schema'
import { describe, expect, it } from 'vitest'
import { emptyView } from '../url-state.ts'
import { emptyLayout } from './layout.ts'
import { baseColumnsOf, changesOf, displayedOf, groupOf, stateOf, updateOf, visibleOf } from './view-state.ts'

const fields = ['name', 'party', 'born', 'state'].map(
  (columnName, at) => ({ id: at + 1, columnName, dataType: 'plain_text' }) as unknown as DataField,
)

function viewOf(settings: Record<string, unknown> = {}): SavedView {
  const made = createViewBody.parse({
    dataCollectionId: 1,
    type: 'table',
    internalName: 'By party',
    ...settings,
  })
  return {
    ...made,
    id: 7,
    publicKey: '7a',
    ownedBy: null,
    rank: 1,
    canSave: true,
    canDesign: true,
    isBroken: false,
    scopedInternalCss: '',
    updatedAt: '2026-01-01T00:00:00Z',
  }
}

const filter = { field: 'party', op: 'is', value: 'A' } as const
const shown = (dataFieldId: number) => ({ dataFieldId })

describe('state of a list', () => {
  it('is the view where the reader has not changed it', () => {
    const view = viewOf({
      filter,
      sort: [{ field: 'born', direction: 'desc' }],
      displayOptions: {
        groupDataFieldId: 2,
        thenGroupBy: [{ dataFieldId: 3, direction: 'desc', period: 'month' }],
      },
    })
    const state = stateOf(view, emptyView, fields)
    expect(state).toEqual({
      filter,
      sort: [{ field: 'born', direction: 'desc' }],
      group: [
        { field: 'party', direction: 'asc' },
        { field: 'born', direction: 'desc', period: 'month' },
      ],
    })
    expect(Object.values(changesOf(view, state, fields, false))).not.toContain(true)
  })

  it('can be without something the view has', () => {
    const view = viewOf({ filter, sort: [{ field: 'born', direction: 'asc' }] })
    const state = stateOf(view, { ...emptyView, filter: null, sort: [] }, fields)
    expect(state).toEqual({ filter: null, sort: [], group: [] })
    const changes = changesOf(view, state, fields, false)
    expect(changes).toEqual({ filter: true, sort: true, group: false, columns: false })
    expect(updateOf(view, state, changes, [], fields)).toEqual({ filter: null, sort: [] })
  })

  it('drops groups of fields that no longer exist', () => {
    expect(groupOf(viewOf({ displayOptions: { groupDataFieldId: 99 } }), fields)).toEqual([])
    // A board's columns are no groups.
    expect(groupOf(viewOf({ type: 'list', displayOptions: { groupDataFieldId: 2 } }), fields)).toEqual([])
  })
})

describe('columns of a view', () => {
  const view = viewOf({ displayedFields: [shown(4), { ...shown(2), showTitle: false }] })

  it('are its displayed fields, in their order', () => {
    const base = baseColumnsOf(view, fields)
    expect(base).toEqual({ order: ['state', 'party'], hidden: ['name', 'born'] })
    expect(visibleOf({ ...emptyLayout, ...base }, fields, 'name')).toEqual(['state', 'party'])
    expect(baseColumnsOf(viewOf(), fields)).toBeNull()
  })

  it('are saved with how they were shown', () => {
    const [first, second] = displayedOf(['party', 'born', 'gone'], fields, view.displayedFields)
    expect(first).toMatchObject({ dataFieldId: 2, showTitle: false })
    expect(second).toMatchObject({ dataFieldId: 3, showTitle: true })
  })

  it('and a grouping comes back as it was saved', () => {
    const group = [
      { field: 'party', direction: 'desc' as const },
      { field: 'born', direction: 'asc' as const, period: 'year' as const },
    ]
    const state = { filter: null, sort: [], group }
    const changes = changesOf(view, state, fields, false)
    expect(changes.group).toBe(true)
    const saved = { ...view, ...updateOf(view, state, changes, [], fields) } as SavedView
    expect(groupOf(saved, fields)).toEqual(group)
    expect(changesOf(saved, state, fields, false).group).toBe(false)
  })
})
