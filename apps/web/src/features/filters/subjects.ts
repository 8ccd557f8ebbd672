/** What a list can be filtered and sorted by: the fields of a collection and system fields, with their titles. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter, SystemField } from '@muster/contract/filters/ast'
import { type Subject, subjectOf } from '@muster/contract/filters/subjects'
import type { TFunction } from 'i18next'
import { currentLanguage } from '../../lib/i18n.ts'
import { fieldTitle } from '../fields/public.ts'

export interface Choice extends Subject {
  /** Column name or system field. */
  name: string
  title: string
  /** Null for system fields. */
  field: DataField | null
}

export type T = TFunction<['filters', 'common', 'errors']>

const systemTitles = {
  '@name': 'filters:system.name',
  '@createdAt': 'filters:system.createdAt',
  '@createdBy': 'filters:system.createdBy',
  '@updatedAt': 'filters:system.updatedAt',
  '@updatedBy': 'filters:system.updatedBy',
  '@collections': 'filters:system.collections',
  '@id': 'filters:system.id',
} as const satisfies Record<SystemField, string>

export const systemTitle = (name: SystemField, t: T): string => t(systemTitles[name])

/** The fields in their order, then system fields. */
export function choicesOf(fields: readonly DataField[], t: T): Choice[] {
  const own = fields.flatMap((field): Choice[] => {
    const subject = subjectOf(field.columnName, fields)
    return subject
      ? [{ ...subject, name: field.columnName, title: fieldTitle(field, currentLanguage()), field }]
      : []
  })
  const system = Object.keys(systemTitles).flatMap((name): Choice[] => {
    const subject = subjectOf(name, fields)
    return subject ? [{ ...subject, name, title: systemTitle(name as SystemField, t), field: null }] : []
  })
  return [...own, ...system]
}

/** What is offered: the record's name only where no field of that title holds it, or where it was chosen. */
export const offered = (choices: readonly Choice[], chosen: string | null): Choice[] =>
  choices.filter(
    (choice) =>
      choice.field !== null ||
      choice.name === chosen ||
      !choices.some((other) => other !== choice && other.title === choice.title),
  )

/** Those that can be sorted by. */
export const isSortable = (choice: Choice): boolean => choice.type?.isSortable === true

/** The fields of a collection: those of the root of its tree, whose table has them. */
export function fieldsOf(
  collections: readonly DataCollection[],
  dataCollectionId: number | null,
): readonly DataField[] | undefined {
  const collection = collections.find((one) => one.id === dataCollectionId)
  if (!collection) return undefined
  const home = collections.find((one) => one.id === collection.idHomeDataCollection)
  return home && home.DataFields.length > collection.DataFields.length
    ? home.DataFields
    : collection.DataFields
}

/** Names of the fields used by a filter's own conditions. */
export function fieldsIn(filter: Filter | null): string[] {
  if (!filter) return []
  if ('and' in filter) return filter.and.flatMap(fieldsIn)
  if ('or' in filter) return filter.or.flatMap(fieldsIn)
  if ('not' in filter) return fieldsIn(filter.not)
  return [filter.field]
}
