/** Validates a field's definition: settings of its type, an existing target, a valid default. */
import { AppError } from '@muster/contract/errors'
import type { FieldType } from '@muster/contract/fields/definition'
import type { DataType } from '@muster/contract/fields/families'
import { columnNameSchema } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { type Executor, ident, one, sql } from '../../platform/db.ts'
import { validationError } from '../../platform/errors.ts'
import type { CollectionModel, TeamModel } from './model.ts'
import { freeColumnName, isSystemColumn } from './table-names.ts'

/**
 * The settings, with the type's defaults.
 *
 * @param canLackList whether a selection may be without a list for now
 * @param canLinkAny whether a link may be to records of any collection
 * @throws AppError validation_failed below `settings`
 */
export function checkSettings(
  model: TeamModel,
  dataType: DataType,
  settings: unknown,
  canLackList = false,
  canLinkAny = false,
): Record<string, unknown> {
  const type = fieldType(dataType)
  const result = type.settings.safeParse(settings)
  if (!result.success) throw validationError(result.error, 'settings')
  if (!(canLackList && lacksList(type, result.data))) checkTarget(model, type, result.data, canLinkAny)
  return result.data
}

/** Whether it is a selection without a list. */
export function lacksList(type: FieldType, settings: Record<string, unknown>): boolean {
  const reference = type.refersTo?.(settings)
  return type.family === 'choice' && reference?.to === 'record' && reference.collectionId === null
}

/** Checks that a selection has an existing custom list and a link an existing collection. */
function checkTarget(
  model: TeamModel,
  type: FieldType,
  settings: Record<string, unknown>,
  canLinkAny: boolean,
): void {
  const reference = type.refersTo?.(settings)
  if (reference?.to !== 'record') return
  const isSelection = type.family === 'choice'
  const path = isSelection ? 'settings.listId' : 'settings.dataCollectionId'
  if (reference.collectionId === null) {
    // Only built-in fields may link to records of any collection.
    if (canLinkAny && !isSelection) return
    throw invalid(path, 'required')
  }
  const target = model.collections.get(reference.collectionId)
  if (!target || target.deletedAt || (isSelection && !target.isUsedAsCustomList)) {
    throw invalid(path, 'unknown_collection')
  }
}

/** The default value as the type stores it. @throws AppError validation_failed at `defaultValue` */
export async function checkDefault(
  executor: Executor,
  model: TeamModel,
  dataType: DataType,
  settings: Record<string, unknown>,
  defaultValue: unknown,
): Promise<unknown> {
  if (defaultValue === null || defaultValue === undefined) return null
  const type = fieldType(dataType)
  const parsed = type.parse(defaultValue, settings)
  if (!parsed.ok) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'defaultValue', code: parsed.code, ...(parsed.params && { params: parsed.params }) }],
    })
  }
  const reference = type.refersTo?.(settings)
  if (parsed.value !== null && reference?.to === 'record' && reference.collectionId !== null) {
    const ids = [parsed.value].flat() as number[]
    const home = model.collections.get(reference.collectionId)?.homeId
    const found = await one<{ count: number }>(
      executor,
      sql`select count(*) from ${ident(model.schema, 'data_record')}
          where id = any(${ids}::bigint[]) and data_collection_id = ${home} and deleted_at is null`,
    )
    if (found?.count !== new Set(ids).size) throw invalid('defaultValue', reference.unknown)
  }
  return parsed.value
}

export function checkUnique(dataType: DataType, isUnique: boolean): void {
  if (isUnique && !fieldType(dataType).canBeUnique) throw invalid('isUnique', 'invalid')
}

/**
 * The requested name, or one derived from the title; adds it to `taken`. Fields in the trash keep their
 * names.
 */
export function columnNameFor(title: string, requested: string | undefined, taken: Set<string>): string {
  if (requested !== undefined && (taken.has(requested) || isSystemColumn(requested))) {
    throw new AppError('name_taken', { errors: [{ path: 'columnName', code: 'not_unique' }] })
  }
  const name = requested ?? columnNameSchema.parse(freeColumnName(title, taken))
  taken.add(name)
  return name
}

export function columnNamesOf(home: CollectionModel): Set<string> {
  return new Set([...home.fields, ...home.deletedFields].map(({ columnName }) => columnName))
}

export function invalid(
  path: string,
  code: AppError['errors'][number]['code'],
  params?: AppError['errors'][number]['params'],
): AppError {
  return new AppError('validation_failed', { errors: [{ path, code, ...(params && { params }) }] })
}
