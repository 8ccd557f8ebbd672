/** Checks that several types of task share. */

import { fieldType } from '../../fields/types/index.ts'
import { validateValue } from '../../fields/validate.ts'
import { type Filter, type Sort, systemFields, variableName } from '../../filters/ast.ts'
import { checkFilter } from '../../filters/check.ts'
import {
  boundVariable,
  collectionOfVariable,
  partsOfName,
  systemVariables,
  type Variable,
  variablesIn,
} from '../variables.ts'
import type { CheckContext, DesignEnv, EnvField, LinkedField, Need, Problem } from './definition.ts'

type Found = Pick<Problem, 'path' | 'code' | 'params'>

const one = (path: string, code: Problem['code'], params?: Problem['params']): Found[] => [
  { path, code, ...(params ? { params } : {}) },
]

/** The variable, or the column of a variable's record, that a name means. */
export function resolveName(name: string, { env, variables }: CheckContext): Variable | undefined {
  const { variable, column } = partsOfName(name)
  const found = variables.find(({ columnName }) => columnName === variable)
  if (!found || column === null) return found
  const collection = collectionOfVariable(found)
  const field =
    collection === null
      ? undefined
      : env.fieldsOf(collection)?.find(({ columnName }) => columnName === column)
  return (
    field && {
      columnName: name,
      label: `${found.label}: ${field.title}`,
      dataType: field.dataType,
      settings: field.settings,
    }
  )
}

/** Variables with, for each that holds records, the columns of its first record. */
export function withColumns(variables: readonly Variable[], env: DesignEnv): Variable[] {
  return variables.flatMap((variable) => {
    const collection = collectionOfVariable(variable)
    const fields = collection === null ? [] : (env.fieldsOf(collection) ?? [])
    return [
      variable,
      ...fields.map((field) => ({
        columnName: `${variable.columnName}.${field.columnName}`,
        label: `${variable.label}: ${field.title}`,
        dataType: field.dataType,
        settings: field.settings,
      })),
    ]
  })
}

export function checkCollection(
  id: number | null,
  { env }: CheckContext,
  path = 'dataCollectionId',
): Found[] {
  if (id === null) return one(path, 'collection_required')
  return env.collectionOf(id) ? [] : one(path, 'collection_gone')
}

/** That a name is a variable with records. @param ofCollection of this collection's tree */
export function checkRecords(
  name: string | null,
  context: CheckContext,
  ofCollection: number | null = null,
  path = 'recordsValue',
): Found[] {
  if (!name) return one(path, 'records_required')
  const variable = resolveName(name, context)
  if (!variable) return one(path, 'variable_unknown', { name })
  const collection = collectionOfVariable(variable)
  if (collection === null) return one(path, 'variable_kind', { name })
  if (ofCollection === null) return []
  const { env } = context
  const isSame = env.collectionOf(collection)?.homeId === env.collectionOf(ofCollection)?.homeId
  return isSame ? [] : one(path, 'wrong_collection', { name })
}

export function checkVariables(names: readonly string[], context: CheckContext, path: string): Found[] {
  return names.flatMap((name) =>
    (systemVariables as readonly string[]).includes(name) || resolveName(name, context)
      ? []
      : one(path, 'variable_unknown', { name }),
  )
}

/** That a filter over a collection is one, with these variables. */
export function checkTemplate(
  filter: unknown,
  dataCollectionId: number,
  context: CheckContext,
  path: string,
): Found[] {
  const fields = context.env.fieldsOf(dataCollectionId)
  if (!fields || filter === null) return []
  const checked = checkFilter(filter as Filter, fields, {
    fieldsOf: (id) => context.env.fieldsOf(id),
    userColumnOf: () => undefined,
    variables: 'any',
  })
  return checked.ok ? checkVariables(variablesIn(filter), context, path) : one(path, 'filter_broken')
}

/** That records of a collection can be put into an order. */
export function checkSort(
  sort: Sort,
  dataCollectionId: number,
  { env }: CheckContext,
  path: string,
): Found[] {
  const fields = env.fieldsOf(dataCollectionId)
  if (!fields) return []
  return sort.flatMap(({ field }) =>
    isSortable(field, fields) ? [] : one(path, 'sort_broken', { name: field }),
  )
}

function isSortable(name: string, fields: readonly EnvField[]): boolean {
  if (name in systemFields) return name !== '@collections'
  const field = fields.find(({ columnName }) => columnName === name)
  return field !== undefined && fieldType(field.dataType).isSortable
}

export function fieldOf(dataCollectionId: number, id: number, env: DesignEnv): EnvField | undefined {
  return env.fieldsOf(dataCollectionId)?.find((field) => field.id === id)
}

/** That linked fields exist, once each, with values that fit. */
export function checkLinked(
  linked: readonly LinkedField[],
  dataCollectionId: number | null,
  context: CheckContext,
  path: string,
): Found[] {
  if (dataCollectionId === null || !context.env.fieldsOf(dataCollectionId)) return []
  if (linked.length === 0) return one(path, 'no_fields')
  const seen = new Set<number>()
  return linked.flatMap((entry, n): Found[] => {
    const at = `${path}.${n}`
    const field = fieldOf(dataCollectionId, entry.dataFieldId, context.env)
    if (!field) return one(`${at}.dataFieldId`, 'field_gone')
    if (seen.has(field.id)) return one(`${at}.dataFieldId`, 'field_twice', { title: field.title })
    seen.add(field.id)
    return checkValue(entry.value, field, context, `${at}.value`)
  })
}

/** That a literal is a value of the field, or that a variable exists. */
export function checkValue(
  value: unknown,
  field: Pick<EnvField, 'dataType' | 'settings'>,
  context: CheckContext,
  path: string,
): Found[] {
  const name = variableName(value)
  if (name !== undefined) return checkVariables([name], context, path)
  if (value === undefined || value === null) return []
  return validateValue({ ...field, isRequired: false }, value).ok ? [] : one(path, 'value_invalid')
}

/** Fields that a new record must have and that nobody gives it. */
export function checkRequired(
  linked: readonly LinkedField[],
  dataCollectionId: number | null,
  { env }: CheckContext,
  path: string,
): Found[] {
  const fields = (dataCollectionId === null ? undefined : env.fieldsOf(dataCollectionId)) ?? []
  return fields
    .filter(({ id, isRequired, settings }) => {
      if (!isRequired || settings.autoNumber) return false
      return !linked.some(({ dataFieldId }) => dataFieldId === id)
    })
    .map(({ title }) => ({ path, code: 'required_not_asked' as const, params: { title } }))
}

export const namesInValues = (linked: readonly LinkedField[]): string[] =>
  linked.flatMap(({ value }) => variablesIn(value))

/** Access to the fields of a form, and to the names of the records it lets people choose from. */
export function needsOfFields(
  linked: readonly LinkedField[],
  dataCollectionId: number,
  on: Need['on'],
  permission: Need['permission'],
): Need[] {
  return linked.map(({ dataFieldId }) => ({ dataCollectionId, dataFieldId, permission, on }))
}

export const isBound = (name: string): boolean => partsOfName(name).variable === boundVariable
