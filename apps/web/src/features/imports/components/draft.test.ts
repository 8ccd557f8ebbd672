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
import { newTarget, withName } from './mapping.ts'

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
  spaces: 'trim',
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
  const { columns: _columns, spaces: _spaces, ...rest } = choices
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

  const column = (header: string) => ({ header, guessedType: 'plain_text' as const })

  it('gets a new list with a name that is free, which a check does not create', async () => {
    expect(newTarget('single_selection_from_list', column('teams'), 'Person', collections)).toEqual({
      to: 'new',
      dataType: 'single_selection_from_list',
      newList: 'Person teams',
    })
    const draft = newDraft([
      { to: 'field', columnName: 'email' },
      { to: 'nowhere' },
      { ...newTarget('multi_selection_from_list', column('Party'), 'Person', collections), title: 'Parties' },
    ])
    expect(isComplete(draft)).toBe(true)
    const checked = choicesOf(draft, columns)
    expect(checked.columns[1]).toEqual({
      index: 2,
      newField: { title: 'Parties', dataType: 'plain_text' },
      newList: { name: 'Party', dataType: 'multi_selection_from_list' },
    })
    expect(draftOfChoices(checked as ImportChoices, columns).targets[2]).toEqual(draft.targets[2])
    const made: string[] = []
    const make = async ({ name }: { name: string }) => ({ id: 9 + made.push(name) })
    const whole = (await withNextList(draft, columns, make)) as Draft
    expect(await withNextList(whole, columns, make)).toBeNull()
    expect(made).toEqual(['Party'])
    expect(choicesOf(whole, columns).columns[1]).toEqual({
      index: 2,
      newField: { title: 'Parties', dataType: 'multi_selection_from_list', settings: { listId: 10 } },
      unknown: 'create',
    })
  })

  it('of records waits until a collection is chosen', () => {
    const target = newTarget('single_data_record', column('Who'), 'Person', collections)
    expect(isComplete(newDraft([target]))).toBe(false)
    expect(
      isComplete(newDraft([newTarget('single_data_record', column('person'), 'Team', collections)])),
    ).toBe(true)
  })
})

describe('the name of records', () => {
  const nameField = { id: 1, columnName: 'name', dataType: 'plain_text', canUpdate: true } as DataField
  const read = (types: string[]) =>
    types.map((guessedType, index) => ({
      index,
      header: `C${index}`,
      guessedType,
      filled: 9,
    })) as Import['columns']

  it('is the first column of texts where no column goes to it', () => {
    const targets = ['number', 'plain_text', 'plain_text'].map(
      () => ({ to: 'new', dataType: 'plain_text' }) as const,
    )
    const found = withName(targets, read(['number', 'plain_text', 'plain_text']), nameField)
    expect(found.named).toBe(1)
    expect(found.targets[1]).toEqual({ to: 'field', columnName: 'name' })
  })

  it('stays where a column has it, and is not made of numbers', () => {
    const named = withName(
      [{ to: 'nowhere' }, { to: 'field', columnName: 'name' }],
      read(['plain_text', 'plain_text']),
      nameField,
    )
    expect(named.named).toBeNull()
    expect(withName([{ to: 'new', dataType: 'number' }], read(['number']), nameField).named).toBeNull()
  })
})
