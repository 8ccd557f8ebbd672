/** A field as the API tells it. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { FieldModel, TeamModel } from '../../platform/model/model.ts'

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

/** Internal names of the views that show a field, as far as the team user sees them. */
export function displayedIn(model: TeamModel, teamUserId: number, field: FieldModel): string[] {
  return [...model.views.values()]
    .filter(({ sharing, ownedBy }) => sharing !== 'personal' || ownedBy === teamUserId)
    .filter(({ dataCollectionId }) => model.collections.get(dataCollectionId)?.deletedAt === null)
    .filter(({ displayedFields }) => displayedFields.some(({ dataFieldId }) => dataFieldId === field.id))
    .map(({ internalName }) => internalName)
}
