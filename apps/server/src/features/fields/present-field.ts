/** A field as the API tells it. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { FieldModel } from '../../platform/model/model.ts'

export function presentField(field: FieldModel, canUpdate: boolean): DataField {
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
    // Views come with their own feature.
    displayedInViews: [],
  }
}
