/** Collections: who sees them, valid trees of them, and what is deleted and restored together. */

import type {
  CreateCollection,
  DataCollection,
  UpdateCollection,
} from '@muster/contract/collections/collections.schema'
import { AppError } from '@muster/contract/errors'
import { fieldTypes } from '@muster/contract/fields/types/index'
import type { Language } from '@muster/contract/paging'
import {
  addFields,
  checkFiltersHold,
  checkMembershipFilter,
  freeTableName,
  type NewField,
  refreshCatalogue,
} from '../../engine/public.design.ts'
import { traitsOf } from '../../engine/public.sql.ts'
import {
  accessOf,
  type CollectionModel,
  canDesign,
  changeModel,
  collectionOf,
  homeOf,
  invalid,
  type ModelChange,
  type ModelDeps,
  type TeamModel,
} from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import {
  checkFilterReadable,
  isOtherFilter,
  type KindDeps,
  kindAfter,
  kindChange,
  orderAfter,
} from './change-kind.ts'
import {
  createTable,
  dataLanguagesOf,
  insertCollection,
  restoreCollections,
  trashCollections,
  updateCollectionRow,
} from './collections.repo.ts'
import { firstFields } from './first-fields.ts'
import type { InternalKind } from './internal-kind.ts'
import { type Count, presentCollection } from './present.ts'

/** Counts of records by collection id, as the caller sees them. */
export interface Counter {
  countEach(teamUser: TeamUser, dataCollectionIds: readonly number[]): Promise<Map<number, Count>>
}

export interface ListOptions {
  counter?: Counter | undefined
  /** The trash, for those who design collections. */
  isTrash?: boolean | undefined
  /** Sorts the names. */
  language: Language
}

/** @throws AppError access_denied for the trash when the caller does not design collections */
export async function listCollections(
  deps: ModelDeps,
  teamUser: TeamUser,
  { counter, isTrash = false, language }: ListOptions,
): Promise<DataCollection[]> {
  if (isTrash && !canDesign(teamUser)) throw new AppError('access_denied')
  const model = await deps.models.get(teamUser.teamId)
  const shown = [...model.collections.values()].filter((collection) =>
    isTrash ? collection.deletedAt !== null : isVisible(model, teamUser, collection),
  )
  const countable = shown.filter(({ id, deletedAt }) => !deletedAt && accessOf(model, teamUser, id) !== null)
  const counts = await counter?.countEach(
    teamUser,
    countable.map(({ id }) => id),
  )
  const { compare } = new Intl.Collator(language)
  return shown
    .map((collection) => presentCollection(model, teamUser, collection, counts?.get(collection.id)))
    .sort((a, b) => compare(a.name, b.name) || a.id - b.id)
}

function isVisible(model: TeamModel, teamUser: TeamUser, collection: CollectionModel): boolean {
  if (collection.deletedAt) return false
  return canDesign(teamUser) || accessOf(model, teamUser, collection.id) !== null
}

/** @throws AppError not_found */
export async function getCollection(
  deps: ModelDeps,
  teamUser: TeamUser,
  id: number,
  counter?: Counter,
): Promise<DataCollection> {
  const model = await deps.models.get(teamUser.teamId)
  const collection = collectionOf(model, id)
  if (!isVisible(model, teamUser, collection)) throw new AppError('not_found')
  const isReadable = accessOf(model, teamUser, id) !== null
  const counts = isReadable ? await counter?.countEach(teamUser, [id]) : undefined
  return presentCollection(model, teamUser, collection, counts?.get(id))
}

export async function createCollection(
  deps: ModelDeps,
  teamUser: TeamUser,
  input: CreateCollection,
): Promise<DataCollection> {
  const id = await changeModel(deps, teamUser.teamId, async (change) => {
    const id = await addCollection(change, input)
    checkFilterReadable(change.model, teamUser, id)
    return id
  })
  return getCollection(deps, teamUser, id)
}

/**
 * Runs within a model change and reloads it. A root gets its table and its first fields.
 *
 * @param fields a root's first fields instead of the default; the first one names its records
 */
export async function addCollection(
  change: ModelChange,
  input: CreateCollection,
  internalKind: InternalKind | null = null,
  fields?: readonly NewField[],
): Promise<number> {
  const { client, model } = change
  const parent = parentOf(model, input)
  checkKind(input, parent)
  const tableName = parent ? parent.tableName : await freeTableName(client, model, input.pluralName)
  const { membershipDataFilter } = input
  const filter =
    parent && membershipDataFilter
      ? checkMembershipFilter(model, homeOf(model, parent), null, membershipDataFilter)
      : null
  const row = { ...input, membershipDataFilter: filter }
  const id = await insertCollection(client, model.teamId, tableName, row, internalKind)
  if (!parent) await createTable(client, model.schema, tableName)
  await change.reload()
  if (!parent) {
    const first = fields ?? (await firstFieldsOf(change, input.IsUsedAsCustomList))
    const [nameField] = await addFields(change, id, first)
    await updateCollectionRow(client, model.teamId, id, { IdDataFieldDataObjectName: nameField })
    await change.reload()
  }
  return id
}

/** The fields of a new root in this team; the first one names its records. */
export async function firstFieldsOf(
  { client, model }: ModelChange,
  isCustomList: boolean,
): Promise<NewField[]> {
  return firstFields(isCustomList, model.defaultDataLanguage, await dataLanguagesOf(client, model.teamId))
}

/** Sets the field whose picture represents a record, within a model change. */
export async function setAvatarField(change: ModelChange, id: number, dataFieldId: number): Promise<void> {
  const { client, model } = change
  await updateCollectionRow(client, model.teamId, id, { IdDataFieldDataObjectAvatar: dataFieldId })
  await change.reload()
}

function parentOf(model: TeamModel, { idParentDataCollection }: CreateCollection): CollectionModel | null {
  if (idParentDataCollection === null) return null
  const parent = model.collections.get(idParentDataCollection)
  if (!parent || parent.deletedAt) throw invalid('idParentDataCollection', 'unknown_collection')
  return parent
}

function checkKind(input: CreateCollection, parent: CollectionModel | null): void {
  if (input.isSmartCollection && !parent) throw invalid('idParentDataCollection', 'required')
  if (input.isSmartCollection && !input.membershipDataFilter)
    throw invalid('membershipDataFilter', 'required')
  if (!input.isSmartCollection && input.membershipDataFilter)
    throw invalid('membershipDataFilter', 'read_only')
  // A list's items are its records: it has a table of its own.
  if (input.IsUsedAsCustomList && parent) throw invalid('IsUsedAsCustomList', 'invalid')
}

export async function updateCollection(
  deps: ModelDeps & KindDeps,
  teamUser: TeamUser,
  id: number,
  input: UpdateCollection,
): Promise<DataCollection> {
  const after = await changeModel(deps, teamUser.teamId, async (change) => {
    const { client, model } = change
    const collection = collectionOf(model, id)
    checkRecordFields(collection, input)
    checkPrice(collection, input)
    const kind = kindAfter(model, collection, input)
    const extra = kindChange(model, teamUser, collection, kind)
    await updateCollectionRow(client, teamUser.teamId, id, {
      ...input,
      ...kind,
      membershipOrder: orderAfter(collection, kind.isSmartCollection, input),
    })
    await extra?.within(client)
    await change.reload()
    if (isOtherFilter(collection, kind)) checkFilterReadable(change.model, teamUser, id)
    const { nameFieldId, avatarFieldId } = change.model.collections.get(id)!
    if (nameFieldId !== collection.nameFieldId || avatarFieldId !== collection.avatarFieldId) {
      await refreshCatalogue(client, change.model, id, deps.jobs)
    }
    return extra?.after
  })
  await after?.(deps)
  return getCollection(deps, teamUser, id)
}

/** A price is an amount that its currency can have. */
function checkPrice(collection: CollectionModel, input: UpdateCollection): void {
  const {
    blueprintMarketplacePrice: amount = collection.blueprintMarketplacePrice,
    blueprintMarketplaceCurrency: currency = collection.blueprintMarketplaceCurrency,
  } = input
  if (amount === null || amount === 0) return
  const price = fieldTypes.money.parse({ amount, currency }, fieldTypes.money.settings.parse({}))
  if (price.ok) return
  const isCurrency = price.code === 'not_a_currency'
  throw invalid(isCurrency ? 'blueprintMarketplaceCurrency' : 'blueprintMarketplacePrice', price.code)
}

/** The fields for records' names and pictures belong to the root. */
function checkRecordFields(collection: CollectionModel, input: UpdateCollection): void {
  const { IdDataFieldDataObjectName: nameId, IdDataFieldDataObjectAvatar: avatarId } = input
  const isRoot = collection.homeId === collection.id
  if (nameId !== undefined) {
    const field = collection.fields.find((candidate) => candidate.id === nameId)
    if (!isRoot) throw invalid('IdDataFieldDataObjectName', 'read_only')
    if (nameId === null) throw invalid('IdDataFieldDataObjectName', 'required')
    if (!field) throw invalid('IdDataFieldDataObjectName', 'unknown_field')
    if (!canName.has(field.type.family)) throw invalid('IdDataFieldDataObjectName', 'wrong_type')
  }
  if (avatarId !== undefined && avatarId !== null) {
    const field = collection.fields.find((candidate) => candidate.id === avatarId)
    if (!isRoot) throw invalid('IdDataFieldDataObjectAvatar', 'read_only')
    if (!field) throw invalid('IdDataFieldDataObjectAvatar', 'unknown_field')
    if (traitsOf(field).picture === null) throw invalid('IdDataFieldDataObjectAvatar', 'wrong_type')
  }
}

/** Families whose values can serve as a record's name. */
const canName: ReadonlySet<string> = new Set(['text', 'number', 'date', 'choice', 'reference'])

/** Moves to the trash within another change, unchecked: the caller has verified that nothing uses it. */
export async function trashWithin({ client, model }: ModelChange, id: number): Promise<void> {
  await trashCollections(client, model.teamId, [id])
}

/** Restores from the trash within another change. */
export async function restoreWithin({ client, model }: ModelChange, id: number): Promise<void> {
  await restoreCollections(client, model, id, [id])
}

/** @throws AppError in_use when another tree's field or a filter needs one of them */
export async function removeCollection(
  deps: ModelDeps,
  teamUser: TeamUser,
  id: number,
): Promise<{ id: number }> {
  await changeModel(deps, teamUser.teamId, async (change) => {
    const { client, model } = change
    const collection = collectionOf(model, id)
    const ids = withDescendants(model, id)
    // The product's own screens need its internal collections.
    if (collection.isInternalConfiguration) throw new AppError('in_use', { params: { as: 'internal' } })
    const users = fieldsPointingAt(model, new Set(ids))
    if (users.length > 0) throw new AppError('in_use', { params: { dataFieldIds: users, as: 'target' } })
    await trashCollections(client, teamUser.teamId, ids)
    checkFiltersHold(model, await change.reload())
  })
  return { id }
}

/** Living fields of living collections outside the set that refer to one in it. */
function fieldsPointingAt(model: TeamModel, ids: ReadonlySet<number>): number[] {
  return [...model.collections.values()]
    .filter(({ id, homeId, deletedAt }) => id === homeId && !deletedAt && !ids.has(id))
    .flatMap(({ fields }) => fields)
    .filter(({ type, settings }) => {
      const reference = type.refersTo?.(settings)
      return reference?.to === 'record' && reference.collectionId !== null && ids.has(reference.collectionId)
    })
    .map(({ id }) => id)
}

/** Restores the collection with everything that was deleted together with it. */
export async function restoreCollection(
  deps: ModelDeps,
  teamUser: TeamUser,
  id: number,
): Promise<DataCollection> {
  await changeModel(deps, teamUser.teamId, async ({ client, model }) => {
    const collection = model.collections.get(id)
    if (!collection) throw new AppError('not_found')
    if (!collection.deletedAt) return
    const parent = collection.parentId === null ? null : model.collections.get(collection.parentId)
    if (parent?.deletedAt) throw invalid('idParentDataCollection', 'unknown_collection')
    await restoreCollections(client, model, id, withDescendants(model, id))
  })
  return getCollection(deps, teamUser, id)
}

/** The collection and its descendants, parents first. */
function withDescendants(model: TeamModel, id: number): number[] {
  const children = [...model.collections.values()].filter(({ parentId }) => parentId === id)
  return [id, ...children.flatMap((child) => withDescendants(model, child.id))]
}
