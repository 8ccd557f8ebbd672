/** The choices for an import while they are made, and the request they become. */
import type { Body } from '@muster/contract/endpoint'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { settingsOf } from '@muster/contract/fields/validate'
import type { Import, ImportChoices, ImportMapping, importsApi } from '@muster/contract/imports/imports.api'
import { isMatchable } from '@muster/contract/imports/matching'
import type { createList } from '../../fields/public.ts'
import { isWhole, type Target, withSource } from './mapping.ts'

export type ColumnOptions = Pick<ImportChoices['columns'][number], 'linkBy' | 'separator' | 'unknown'>

export interface Draft {
  /** In the order of the file's columns. */
  targets: readonly Target[]
  options: readonly ColumnOptions[]
  mode: ImportChoices['mode']
  matchBy: readonly string[]
  emptyCells: ImportChoices['emptyCells']
  duplicates: ImportChoices['duplicates']
  spaces: ImportChoices['spaces']
}

export function newDraft(targets: readonly Target[]): Draft {
  const options = targets.map(() => ({}))
  return {
    targets,
    options,
    mode: 'create',
    matchBy: [],
    emptyCells: 'keep',
    duplicates: 'first',
    spaces: 'trim',
  }
}

/** Choices made earlier for this file. */
export function draftOfChoices(choices: ImportChoices, columns: Import['columns']): Draft {
  const found = columns.map(({ index }) => choices.columns.find((mapping) => mapping.index === index))
  return {
    ...choices,
    targets: found.map((mapping): Target => {
      if (!mapping) return { to: 'nowhere' }
      if ('columnName' in mapping) return { to: 'field', columnName: mapping.columnName }
      const { newField, newList } = mapping
      const { title } = newField
      if (newList) return { to: 'new', dataType: newList.dataType, title, newList: newList.name }
      return { to: 'new', dataType: newField.dataType, title, settings: newField.settings }
    }),
    options: found.map((mapping) => (mapping ? optionsOf(mapping) : {})),
  }
}

function optionsOf({ linkBy, separator, unknown }: ColumnOptions): ColumnOptions {
  return { ...(linkBy && { linkBy }), ...(separator && { separator }), ...(unknown && { unknown }) }
}

/** Choices saved for files like this one; fields that no longer exist are dropped. */
export function draftOfMapping(
  mapping: ImportMapping,
  columns: Import['columns'],
  fields: readonly DataField[],
): Draft {
  const names = new Set(fields.map(({ columnName }) => columnName))
  const found = columns.map(({ header }) =>
    mapping.columns.find((column) => column.header === header && names.has(column.columnName)),
  )
  return {
    ...mapping,
    spaces: 'trim',
    targets: found.map((column) =>
      column ? { to: 'field', columnName: column.columnName } : { to: 'nowhere' },
    ),
    options: found.map((column) => (column ? optionsOf(column) : {})),
    matchBy: mapping.matchBy.filter((name) => names.has(name)),
  }
}

/** The latest mapping saved for a file with the same titles. */
export function mappingFor(
  mappings: readonly ImportMapping[],
  columns: Import['columns'],
): ImportMapping | undefined {
  const titles = columns.map(({ header }) => header).sort()
  return mappings.find(
    ({ headers }) => headers.length === titles.length && headers.every((header, n) => header === titles[n]),
  )
}

type Choices = Body<typeof importsApi.check>

export function choicesOf(draft: Draft, columns: Import['columns']): Choices {
  const { mode, emptyCells, duplicates, spaces } = draft
  const mapped = draft.targets.flatMap((target, n): Choices['columns'] => {
    const column = columns[n]
    if (!column || target.to === 'nowhere') return []
    const { index } = column
    if (target.to === 'field') return [{ index, columnName: target.columnName, ...draft.options[n] }]
    const { dataType, settings, newList } = target
    const title = titleOf(column, target)
    if (newList !== undefined) {
      // A check writes nothing: until the list is created, its items are read as texts.
      const list = { name: newList.trim(), dataType: dataType as NewListType }
      return [
        { index, newField: { title, dataType: 'plain_text' }, newList: list } as Choices['columns'][number],
      ]
    }
    const newField = { title, dataType, ...(settings && { settings }) }
    return [{ index, newField, ...draft.options[n] } as Choices['columns'][number]]
  })
  const matchBy = mode === 'create' ? [] : draft.matchBy.filter((name) => isMapped(draft, name))
  return { columns: mapped, mode, matchBy, emptyCells, duplicates, spaces }
}

function isMapped({ targets }: Draft, columnName: string): boolean {
  return targets.some((target) => target.to === 'field' && target.columnName === columnName)
}

/** Mapped fields that can identify records; unique ones first. */
export function matchFields(draft: Draft, fields: readonly DataField[]): DataField[] {
  return fields
    .filter(({ columnName, dataType }) => isMapped(draft, columnName) && isMatchable(dataType))
    .sort((a, b) => Number(b.isUnique) - Number(a.isUnique))
}

/** Whether a check or a run can be started. */
export function isComplete(draft: Draft): boolean {
  const names = draft.targets.flatMap((target) => (target.to === 'field' ? [target.columnName] : []))
  if (!draft.targets.every(isWhole)) return false
  if (new Set(names).size < names.length || draft.targets.every(({ to }) => to === 'nowhere')) return false
  return draft.mode === 'create' || draft.matchBy.some((name) => isMapped(draft, name))
}

/** What a field's cells refer to, if anything: which collection, and whether several. */
export function linkOf(
  field: Pick<DataField, 'dataType' | 'settings'>,
): { dataCollectionId: number; isSeveral: boolean } | null {
  const type = fieldType(field.dataType)
  const reference = type.refersTo?.(settingsOf(field))
  if (reference?.to !== 'record' || reference.collectionId === null) return null
  return { dataCollectionId: reference.collectionId, isSeveral: type.labels !== undefined }
}

type NewList = Parameters<typeof createList>[2]

/**
 * Creates the next of the new lists that columns need; null when none is left. The import creates the items, because
 * a new list has none yet.
 */
export async function withNextList(
  draft: Draft,
  columns: Import['columns'],
  make: (list: NewList) => Promise<{ id: number }>,
): Promise<Draft | null> {
  const at = draft.targets.findIndex((target) => target.to === 'new' && target.newList !== undefined)
  const [target, column] = [draft.targets[at], columns[at]]
  if (target?.to !== 'new' || !column || target.newList === undefined) return null
  const name = target.newList.trim()
  const { id } = await make({ name, pluralName: name, items: [] })
  return {
    ...draft,
    targets: draft.targets.with(at, withSource(target, id)),
    options: draft.options.with(at, { ...draft.options[at], unknown: 'create' }),
  }
}

/** The title of a new field. */
export const titleOf = (
  { header, index }: Import['columns'][number],
  { title }: { title?: string } = {},
): string => title?.trim() || header || `Column ${index + 1}`

type NewListType = NonNullable<
  Extract<Choices['columns'][number], { newField: unknown }>['newList']
>['dataType']
