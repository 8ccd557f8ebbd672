/**
 * Variables of a wizard's run. Each is a pseudo-field, so that conditions are filters over them, edited and evaluated
 * like any filter. A variable of records has the type `multi_data_record`; `name.column` reads a column of its first
 * record.
 */
import { z } from 'zod'
import { isObject } from '../fields/parsed.ts'
import { variableName } from '../filters/ast.ts'
import type { FilterField } from '../filters/subjects.ts'

export const variableNameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,49}$/)

export interface Variable extends FilterField {
  /** What people read in its place. */
  label: string
}

/** Variables that every run has. */
export const systemVariables = ['today', 'now', 'currentUser'] as const

/** The record to which a link with a token, or a verified address, has bound the run. */
export const boundVariable = 'bound'
/** Within a loop: the record of this turn. */
export const itemVariable = 'item'

/** A variable that holds records of a collection. */
export function recordsVariable(name: string, label: string, dataCollectionId: number): Variable {
  return { columnName: name, label, dataType: 'multi_data_record', settings: { dataCollectionId } }
}

/** The collection of a variable's records; null for any other variable. */
export function collectionOfVariable({ dataType, settings }: FilterField): number | null {
  if (dataType !== 'multi_data_record' && dataType !== 'single_data_record') return null
  return typeof settings.dataCollectionId === 'number' ? settings.dataCollectionId : null
}

/** `visitor.email` is the column `email` of the variable `visitor`. */
export function partsOfName(name: string): { variable: string; column: string | null } {
  const at = name.indexOf('.')
  return at < 0
    ? { variable: name, column: null }
    : { variable: name.slice(0, at), column: name.slice(at + 1) }
}

/** Names of the variables in a filter or a value, at any depth. */
export function variablesIn(value: unknown): string[] {
  const name = variableName(value)
  if (name !== undefined) return [name]
  if (Array.isArray(value)) return value.flatMap(variablesIn)
  return isObject(value) ? Object.values(value).flatMap(variablesIn) : []
}

/** Names of the variables that a condition compares: its fields are variables. */
export function subjectsIn(filter: unknown): string[] {
  if (Array.isArray(filter)) return filter.flatMap(subjectsIn)
  if (!isObject(filter)) return []
  if (typeof filter.field === 'string') return [filter.field]
  return Object.values(filter).flatMap(subjectsIn)
}
