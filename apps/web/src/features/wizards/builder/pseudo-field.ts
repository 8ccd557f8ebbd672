/** Settings that are edited with the editor of a field type, though no collection has such a field. */
import type { DataType } from '@muster/contract/fields/families'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Variable } from '@muster/contract/wizards/variables'

export function pseudoField(
  dataType: DataType,
  title: string,
  over: Partial<Pick<DataField, 'columnName' | 'helpText' | 'isRequired' | 'settings'>> = {},
): DataField {
  return {
    id: 0,
    dataCollectionId: 0,
    title,
    titleTranslations: {},
    columnName: 'value',
    dataType,
    description: '',
    descriptionTranslations: {},
    helpText: '',
    displayWidth: 'full',
    isRequired: false,
    isUnique: false,
    defaultValue: null,
    settings: {},
    rank: 0,
    deletedAt: null,
    canUpdate: true,
    displayedInViews: [],
    ...over,
  }
}

/** A variable as the builder of filters takes it. */
export const fieldOfVariable = ({ columnName, label, dataType, settings }: Variable): DataField =>
  pseudoField(dataType, label, { columnName, settings })
