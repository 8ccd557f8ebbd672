/** A field as the API returns it. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { CollectionAccess } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import type { TreeAccess } from '../access/tree-context.ts'
import type { FieldModel, TeamModel } from './model.ts'

export function presentField(
  field: FieldModel,
  canUpdate: boolean,
  displayedInViews: readonly string[] = [],
): DataField {
  return {
    id: field.id,
    dataCollectionId: field.dataCollectionId,
    title: field.title,
    titleTranslations: field.titleTranslations,
    columnName: field.columnName,
    dataType: field.dataType,
    description: field.description,
    descriptionTranslations: field.descriptionTranslations,
    helpText: field.helpText,
    displayWidth: field.displayWidth as DataField['displayWidth'],
    isRequired: field.isRequired,
    isUnique: field.isUnique,
    defaultValue: field.defaultValue ?? null,
    settings: field.settings,
    rank: field.rank,
    deletedAt: field.deletedAt === null ? null : new Date(field.deletedAt).toISOString(),
    canUpdate,
    displayedInViews: [...displayedInViews],
  }
}

/** Internal names of the views that display a field and that the team user may see. */
export function displayedIn(model: TeamModel, teamUserId: number, field: FieldModel): string[] {
  return [...model.views.values()]
    .filter(({ sharing, ownedBy }) => sharing !== 'personal' || ownedBy === teamUserId)
    .filter(({ dataCollectionId }) => model.collections.get(dataCollectionId)?.deletedAt === null)
    .filter(({ displayedFields }) => displayedFields.some(({ dataFieldId }) => dataFieldId === field.id))
    .map(({ internalName }) => internalName)
}

/** The fields that the caller may read, for the API. */
export function readableFields({ model, caller, access }: TreeAccess): DataField[] {
  return [...access.fields.values()].map(({ field }) => presentFor(model, caller, field, access))
}

/** A field for the API as a caller sees it; `access` is null if they may read nothing in its collection. */
export function presentFor(
  model: TeamModel,
  { teamUserId }: Caller,
  field: FieldModel,
  access: CollectionAccess | null,
): DataField {
  const update = access?.fields.get(field.columnName)?.update ?? 'none'
  return presentField(field, update !== 'none', displayedIn(model, teamUserId, field))
}
