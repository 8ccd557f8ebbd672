/** Choices go to the request and come back, from a file's own and from those that were kept. */
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
  it('says again what was chosen', () => {
    expect(choicesOf(draftOfChoices(choices, columns), columns)).toEqual(choices)
  })

  it('asks for a key only where records are to be changed, and of a field that is filled', () => {
    const draft = newDraft([{ to: 'field', columnName: 'email' }, { to: 'nowhere' }, { to: 'nowhere' }])
    expect(isComplete(draft)).toBe(true)
    expect(isComplete({ ...draft, mode: 'update' })).toBe(false)
    expect(isComplete({ ...draft, mode: 'update', matchBy: ['name'] })).toBe(false)
    expect(isComplete({ ...draft, mode: 'update', matchBy: ['email'] })).toBe(true)
    expect(choicesOf({ ...draft, matchBy: ['email'] }, columns).matchBy).toEqual([])
    expect(isComplete(newDraft(columns.map(() => ({ to: 'field', columnName: 'email' }))))).toBe(false)
  })

  it('offers keys that tell records apart, unique ones first', () => {
    const draft = newDraft(['name', 'email', 'teams'].map((columnName) => ({ to: 'field', columnName })))
    expect(matchFields(draft, fields).map(({ columnName }) => columnName)).toEqual(['email', 'name'])
  })
})

describe('kept choices', () => {
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

  it('are for files with the same titles, in any order', () => {
    expect(mappingFor([kept], columns)).toBe(kept)
    expect(mappingFor([kept], columns.slice(1))).toBeUndefined()
  })

  it('go to the fields that are still there', () => {
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

  it('takes the list of its name, else has one made once and filled with the rows', async () => {
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

  it('of records waits for the collection they are of', () => {
    const target = newTarget('single_data_record', 'Who', collections)
    expect(isComplete(newDraft([target]))).toBe(false)
    expect(isComplete(newDraft([newTarget('single_data_record', 'person', collections)]))).toBe(true)
  })
})
