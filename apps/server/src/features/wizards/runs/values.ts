/** Values of variables while a run goes on: conditions, sources of fields, texts. */

import { fieldType } from '@muster/contract/fields/types/index'
import { settingsOf } from '@muster/contract/fields/validate'
import { type Filter, variableName } from '@muster/contract/filters/ast'
import { evaluate, type FilterRecord } from '@muster/contract/filters/evaluate'
import { resolveFilter } from '@muster/contract/filters/variables'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { withColumns } from '@muster/contract/wizards/tasks/common'
import { fillText } from '@muster/contract/wizards/tasks/display_formatted_text'
import {
  collectionOfVariable,
  partsOfName,
  subjectsIn,
  type Variable,
  variablesIn,
} from '@muster/contract/wizards/variables'
import { escapeHtml } from '../../../platform/http/html.ts'
import type { ActiveRun } from './active-run.ts'
import { type Linked, readRecords } from './records.ts'
import { readerOf } from './run-access.ts'

/** Values by name, with those of columns as `visitor.email`; `item` is of one turn of a loop. */
export interface Scope {
  values: Record<string, unknown>
  records: Map<number, DataRecord>
  linked: Linked
}

/**
 * Reads what the named variables are now.
 *
 * @param names of variables and their columns
 * @param wholeRecords of these variables all records are needed, for conditions on linked records
 */
export async function scopeFor(
  run: ActiveRun,
  variables: readonly Variable[],
  names: readonly string[],
  { item = null, wholeRecords = [] }: { item?: number | null; wholeRecords?: readonly string[] } = {},
): Promise<Scope> {
  const scope: Scope = { values: { ...run.values }, records: new Map(), linked: {} }
  if (item !== null) scope.values.item = [item]
  const byVariable = new Map<string, Set<string>>()
  for (const name of [...names, ...wholeRecords]) {
    const { variable, column } = partsOfName(name)
    const columns = byVariable.get(variable) ?? new Set()
    byVariable.set(variable, columns)
    if (column !== null) columns.add(column)
  }
  for (const [name, columns] of byVariable) {
    const variable = variables.find(({ columnName }) => columnName === name)
    const collection = variable ? collectionOfVariable(variable) : null
    const isWhole = wholeRecords.includes(name)
    if (collection === null || (columns.size === 0 && !isWhole)) continue
    await readInto(run, scope, name, collection, columns, isWhole, item)
  }
  return scope
}

async function readInto(
  run: ActiveRun,
  scope: Scope,
  name: string,
  collection: number,
  columns: ReadonlySet<string>,
  isWhole: boolean,
  item: number | null,
): Promise<void> {
  const all = run.idsOf(name, item)
  const ids = isWhole ? all : all.slice(0, 1)
  const fields = (run.env.fieldsOf(collection) ?? []).filter(
    ({ columnName }) => isWhole || columns.has(columnName),
  )
  const caller = readerOf(
    run,
    collection,
    fields.map(({ id }) => id),
  )
  const { items, linked } = await readRecords(
    run,
    caller,
    collection,
    ids,
    fields.map(({ columnName }) => columnName),
  )
  Object.assign(scope.linked, linked)
  for (const record of items) scope.records.set(record.id, record)
  const [first] = items
  for (const column of columns) {
    scope.values[`${name}.${column}`] =
      column === '@name' ? (first?.name ?? null) : (first?.values[column] ?? null)
  }
}

/** Whether a condition over variables holds now. */
export async function holds(
  run: ActiveRun,
  variables: readonly Variable[],
  condition: Filter,
): Promise<boolean> {
  const nested = variablesWithNested(condition)
  const names = [...subjectsIn(condition), ...variablesIn(condition)]
  const scope = await scopeFor(run, variables, names, { wholeRecords: nested })
  const fields = withColumns(variables, run.env)
  const record: FilterRecord = {
    id: 0,
    name: null,
    createdAt: null,
    updatedAt: null,
    createdBy: null,
    updatedBy: null,
    values: scope.values,
  }
  return evaluate(resolveFilter(condition, scope.values), record, {
    fields,
    now: run.now,
    timeZone: run.model.timeZone,
    fieldsOf: (id) => run.env.fieldsOf(id),
    linked: (id) => scope.records.get(id),
  })
}

/** Names of the variables whose records a condition looks into. */
function variablesWithNested(filter: Filter): string[] {
  if ('and' in filter) return filter.and.flatMap(variablesWithNested)
  if ('or' in filter) return filter.or.flatMap(variablesWithNested)
  if ('not' in filter) return variablesWithNested(filter.not)
  return filter.where ? [filter.field] : []
}

/** A literal, or what a variable holds; records become an id where the field takes only one. */
export function sourceValue(scope: Scope, value: unknown, isList: boolean): unknown {
  const name = variableName(value)
  const found = name === undefined ? value : scope.values[name]
  if (!Array.isArray(found) || isList) return found ?? null
  return found.every((part) => typeof part === 'number') ? (found[0] ?? null) : found
}

/** A text with the values of its variables, as HTML. */
export async function filledText(
  run: ActiveRun,
  variables: readonly Variable[],
  text: string,
  names: readonly string[],
): Promise<string> {
  const scope = await scopeFor(run, variables, names)
  const fields = new Map(withColumns(variables, run.env).map((field) => [field.columnName, field]))
  return fillText(text, (name) => escapeHtml(textOfValue(run, scope, fields.get(name), name)))
}

function textOfValue(run: ActiveRun, scope: Scope, field: Variable | undefined, name: string): string {
  const value = scope.values[name]
  if (value === null || value === undefined) return ''
  if (!field) return String(value)
  const type = fieldType(field.dataType)
  const context = {
    language: run.language,
    timeZone: run.model.timeZone,
    country: run.model.country,
    labelOf: (id: number) => labelOf(run, scope, id),
  }
  return type.toText(value, settingsOf(field), context)
}

function labelOf({ language }: ActiveRun, { linked, records }: Scope, id: number): string | undefined {
  const found = linked[String(id)]
  return found?.names?.[language] || found?.name || records.get(id)?.name
}
