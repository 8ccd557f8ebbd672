/** Drafts become requests and back, from a file's own choices and from saved ones. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Import, ImportChoices, ImportMapping } from '@muster/contract/imports/imports.api'
import { describe, expect, it } from 'vitest'
import {
  choicesOf,
  type Draft,
  draftOfChoices,
  draftOfMapping,
  isComplete,
  mappingFor,
  matchFields,
  newDraft,
  withNextList,
} from './draft.ts'
import { newTarget } from './mapping.ts'

const columns = ['Mail', 'Who', 'Team'].map((header, index) => ({ index, header })) as Import['columns']
const fields = [
  { columnName: 'name', dataType: 'plain_text', isUnique: false },
  { columnName: 'email', dataType: 'email_address', isUnique: true },
  { columnName: 'teams', dataType: 'multi_data_record', isUnique: false },
] as DataField[]
const choices: ImportChoices = {
  columns: [
    { index: 0, columnName: 'email' },
    { index: 2, columnName: 'teams', linkBy: 'code', separator: '|', unknown: 'empty' },
  ],
  mode: 'update',
  matchBy: ['email'],
  emptyCells: 'clear',
  duplicates: 'reject',
}

describe('a draft', () => {
  it('restores what was chosen', () => {
    expect(choicesOf(draftOfChoices(choices, columns), columns)).toEqual(choices)
  })

  it('requires a key only for updates, and only of a mapped field', () => {
    const draft = newDraft([{ to: 'field', columnName: 'email' }, { to: 'nowhere' }, { to: 'nowhere' }])
    expect(isComplete(draft)).toBe(true)
    expect(isComplete({ ...draft, mode: 'update' })).toBe(false)
    expect(isComplete({ ...draft, mode: 'update', matchBy: ['name'] })).toBe(false)
    expect(isComplete({ ...draft, mode: 'update', matchBy: ['email'] })).toBe(true)
    expect(choicesOf({ ...draft, matchBy: ['email'] }, columns).matchBy).toEqual([])
    expect(isComplete(newDraft(columns.map(() => ({ to: 'field', columnName: 'email' }))))).toBe(false)
  })

  it('offers keys that identify records, unique ones first', () => {
    const draft = newDraft(['name', 'email', 'teams'].map((columnName) => ({ to: 'field', columnName })))
    expect(matchFields(draft, fields).map(({ columnName }) => columnName)).toEqual(['email', 'name'])
  })
})

describe('saved mappings', () => {
  const { columns: _columns, ...rest } = choices
  const kept: ImportMapping = {
    ...rest,
    id: 1,
    name: 'Monthly',
    createdAt: '',
    headers: ['Mail', 'Team', 'Who'],
    columns: [
      { header: 'Team', columnName: 'teams', separator: '|' },
      { header: 'Mail', columnName: 'email' },
      { header: 'Who', columnName: 'gone' },
    ],
  }

  it('fit files with the same titles, in any order', () => {
    expect(mappingFor([kept], columns)).toBe(kept)
    expect(mappingFor([kept], columns.slice(1))).toBeUndefined()
  })

  it('apply to fields that still exist', () => {
    const draft = draftOfMapping(kept, columns, fields)
    expect(draft.targets.map(({ to }) => to)).toEqual(['field', 'nowhere', 'field'])
    expect(draft.options[2]).toEqual({ separator: '|' })
    expect(draft).toMatchObject({ mode: 'update', matchBy: ['email'] })
  })
})

describe('a new field of choices', () => {
  const collections = [
    { id: 7, name: 'Person', pluralName: 'People', IsUsedAsCustomList: false },
    { id: 8, name: 'Team', pluralName: 'Teams', IsUsedAsCustomList: true },
  ] as DataCollection[]

  it('uses the list of its name, else creates one and fills it with the rows', async () => {
    expect(newTarget('single_selection_from_list', 'teams', collections)).toEqual({
      to: 'new',
      dataType: 'single_selection_from_list',
      settings: { listId: 8 },
    })
    const draft = newDraft([
      { to: 'field', columnName: 'email' },
      { to: 'nowhere' },
      newTarget('multi_selection_from_list', 'Party', collections),
    ])
    expect(isComplete(draft)).toBe(true)
    const made: string[] = []
    const make = async ({ name }: { name: string }) => ({ id: 9 + made.push(name) })
    const whole = (await withNextList(draft, columns, make)) as Draft
    expect(await withNextList(whole, columns, make)).toBeNull()
    expect(made).toEqual(['Team'])
    expect(choicesOf(whole, columns).columns[1]).toEqual({
      index: 2,
      newField: { title: 'Team', dataType: 'multi_selection_from_list', settings: { listId: 10 } },
      unknown: 'create',
    })
  })

  it('of records waits until a collection is chosen', () => {
    const target = newTarget('single_data_record', 'Who', collections)
    expect(isComplete(newDraft([target]))).toBe(false)
    expect(isComplete(newDraft([newTarget('single_data_record', 'person', collections)]))).toBe(true)
  })
})
