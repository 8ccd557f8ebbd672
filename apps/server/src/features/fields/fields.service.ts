/** Fields: who may see and design them, and how changes affect their columns. */

import { AppError } from '@muster/contract/errors'
import type { CreateField, DataField, UpdateField } from '@muster/contract/fields/fields.schema'
import { internalColumns } from '@muster/contract/projects/projects.rules'
import {
  addFields,
  addFixedIndexes,
  addUniqueIndex,
  checkDefault,
  checkFiltersHold,
  checkSettings,
  checkUnique,
  dropIndexes,
  dropUniqueIndex,
  findDuplicates,
  newOrder,
  presentField,
  presentFor,
  readableFields,
  refreshCatalogue,
  setDeleted,
  setRanks,
  updateFieldRow,
} from '../../engine/public.design.ts'
import { checkReadsEverywhere } from '../../engine/public.sql.ts'
import {
  accessOf,
  canDesign,
  changeModel,
  collectionOf,
  type FieldModel,
  invalid,
  type ModelChange,
  type ModelDeps,
  type TeamModel,
  treeContext,
} from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { addLinkBacks, linkBackOf, setLinkBack } from '../cards/public.ts'

/** A living field of the collection's tree. @throws AppError not_found */
export function fieldOf(model: TeamModel, dataCollectionId: number, fieldId: number): FieldModel {
  const field = model.fields.get(fieldId)
  const { homeId } = collectionOf(model, dataCollectionId)
  if (!field || field.dataCollectionId !== homeId || field.deletedAt) throw new AppError('not_found')
  return field
}

/** @throws AppError not_found, access_denied for the trash when the caller does not design collections */
export async function listFields(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  isTrash: boolean,
): Promise<DataField[]> {
  const model = await deps.models.get(teamUser.teamId)
  const isDesigner = canDesign(teamUser)
  if (isTrash) {
    if (!isDesigner) throw new AppError('access_denied')
    const { homeId } = collectionOf(model, dataCollectionId)
    return model.collections.get(homeId)!.deletedFields.map((field) => presentField(field, false))
  }
  if (!isDesigner) return readableFields(treeContext({ model, caller: teamUser }, dataCollectionId))
  const access = accessOf(model, teamUser, dataCollectionId)
  return collectionOf(model, dataCollectionId).fields.map((field) =>
    presented(model, teamUser, field, access),
  )
}

/** A field as those who design collections see it. */
function presented(
  model: TeamModel,
  teamUser: TeamUser,
  field: FieldModel,
  access: ReturnType<typeof accessOf>,
): DataField {
  const linkBack = linkBackOf(model, field)
  return { ...presentFor(model, teamUser, field, access), ...(linkBack !== undefined && { linkBack }) }
}

export async function presentAfter(deps: ModelDeps, teamUser: TeamUser, fieldId: number): Promise<DataField> {
  const model = await deps.models.get(teamUser.teamId)
  const field = model.fields.get(fieldId)
  if (!field) throw new AppError('not_found')
  return presented(model, teamUser, field, accessOf(model, teamUser, field.dataCollectionId))
}

export async function createField(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  input: CreateField,
): Promise<DataField> {
  const id = await changeModel(deps, teamUser.teamId, async (change) => {
    collectionOf(change.model, dataCollectionId)
    const { linkBack, ...field } = input
    const [created] = await addFields(change, dataCollectionId, [field])
    if (linkBack) await setLinkBack(change, created!, linkBack)
    else if (linkBack === undefined) await addLinkBacks(change, [created!])
    return created!
  })
  return presentAfter(deps, teamUser, id)
}

export async function updateField(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  fieldId: number,
  body: UpdateField,
): Promise<DataField> {
  await changeModel(deps, teamUser.teamId, async (change) => {
    const { client, model } = change
    const { linkBack, ...input } = body
    const field = fieldOf(model, dataCollectionId, fieldId)
    const settings =
      input.settings === undefined ? field.settings : checkSettings(model, field.dataType, input.settings)
    if (input.settings !== undefined) checkSameTarget(field, settings)
    const defaultValue = await defaultAfter(change, field, settings, input)
    if (input.isUnique !== undefined) await setUnique(change, teamUser, field, input.isUnique)
    await updateFieldRow(client, field, {
      ...input,
      ...(input.settings !== undefined && { settings }),
      ...(defaultValue !== undefined && { defaultValue }),
    })
    if (input.settings !== undefined) checkFiltersHold(model, await change.reload())
    if (linkBack !== undefined) await setLinkBack(change, fieldId, linkBack)
  })
  return presentAfter(deps, teamUser, fieldId)
}

/** Ids of one list are invalid in another: only a type change converts values. */
function checkSameTarget({ type, settings: before }: FieldModel, after: Record<string, unknown>): void {
  const [was, is] = [type.refersTo?.(before), type.refersTo?.(after)]
  if (JSON.stringify(was) !== JSON.stringify(is)) {
    throw invalid(type.family === 'choice' ? 'settings.listId' : 'settings.dataCollectionId', 'read_only')
  }
}

/** Checks that the default is valid with the new settings. @returns undefined if it is unchanged */
async function defaultAfter(
  { client, model }: ModelChange,
  field: FieldModel,
  settings: Record<string, unknown>,
  input: UpdateField,
): Promise<unknown> {
  if (input.defaultValue === undefined && input.settings === undefined) return undefined
  const given = input.defaultValue === undefined ? field.defaultValue : input.defaultValue
  return checkDefault(client, model, field.dataType, settings, given)
}

/** @throws AppError validation_failed with the groups of records that share a value */
async function setUnique(
  { client, model }: ModelChange,
  teamUser: TeamUser,
  field: FieldModel,
  isUnique: boolean,
): Promise<void> {
  if (isUnique === field.isUnique) return
  checkUnique(field.dataType, isUnique)
  if (!isUnique) return dropUniqueIndex(client, model, field)
  // The error reveals the duplicate values.
  checkReadsEverywhere(model, teamUser, field, 'isUnique')
  const duplicates = await findDuplicates(client, model, field)
  if (duplicates.length > 0) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'isUnique', code: 'not_unique', params: { count: duplicates.length } }],
      params: { duplicates },
    })
  }
  await addUniqueIndex(client, model, field)
}

/** Fields that are not listed follow the others in their existing order. */
export async function reorderFields(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  fieldIds: readonly number[],
): Promise<DataField[]> {
  await changeModel(deps, teamUser.teamId, async ({ client, model }) => {
    const { homeId, fields } = collectionOf(model, dataCollectionId)
    const all = fields.map(({ id }) => id)
    await setRanks(
      client,
      homeId,
      newOrder(all, fieldIds, { path: 'dataFieldIds', unknown: 'unknown_field' }),
    )
  })
  return listFields(deps, teamUser, dataCollectionId, false)
}

/** @throws AppError in_use for a field that the product's own screens need */
export function checkNotInternal(model: TeamModel, field: FieldModel): void {
  const home = model.collections.get(field.dataCollectionId)
  if (home?.isInternalConfiguration && internalColumns.has(field.columnName)) {
    throw new AppError('in_use', { params: { as: 'internal' } })
  }
}

/** @throws AppError in_use for the name field, and for one used by a smart collection or a row filter */
export async function removeField(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  fieldId: number,
): Promise<{ id: number }> {
  await changeModel(deps, teamUser.teamId, async (change) => {
    const { client, model } = change
    const field = fieldOf(model, dataCollectionId, fieldId)
    const home = collectionOf(model, field.dataCollectionId)
    if (home.nameFieldId === fieldId) {
      throw new AppError('in_use', { params: { dataCollectionIds: [home.id], as: 'name' } })
    }
    checkNotInternal(model, field)
    await setDeleted(client, field, true)
    // The column is not written any more: a unique index would only block records from being restored.
    await dropIndexes(client, model.schema, field)
    checkFiltersHold(model, await change.reload())
    await refreshCatalogue(client, change.model, home.id, deps.jobs)
  })
  return { id: fieldId }
}

/** Restores a unique field as a non-unique one if its values are no longer unique. */
export async function restoreField(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  fieldId: number,
): Promise<DataField> {
  await changeModel(deps, teamUser.teamId, async (change) => {
    const { client, model } = change
    const { homeId } = collectionOf(model, dataCollectionId)
    const field = model.fields.get(fieldId)
    if (!field || field.dataCollectionId !== homeId) throw new AppError('not_found')
    if (!field.deletedAt) return
    await setDeleted(client, field, false)
    await addFixedIndexes(client, model, field)
    if (field.isUnique) {
      const duplicates = await findDuplicates(client, model, field)
      if (duplicates.length === 0) await addUniqueIndex(client, model, field)
      else await updateFieldRow(client, field, { isUnique: false })
    }
    await refreshCatalogue(client, await change.reload(), homeId, deps.jobs)
  })
  return presentAfter(deps, teamUser, fieldId)
}
