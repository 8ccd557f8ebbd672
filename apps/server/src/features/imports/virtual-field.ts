/** A field that the import will create, as a stand-in so that a check can read its cells. */

import { fieldType } from '@muster/contract/fields/types/index'
import { settingsOf } from '@muster/contract/fields/validate'
import type { ImportChoices } from '@muster/contract/imports/imports.api'
import type { FieldModel } from '../../engine/public.ts'

type NewField = Extract<ImportChoices['columns'][number], { newField: unknown }>['newField']

/** @param id negative, because no table has a column for it */
export function virtualField(input: NewField, id: number, dataCollectionId: number): FieldModel {
  const { dataType } = input
  return {
    ...input,
    id,
    dataCollectionId,
    columnName: `new_${-id}`,
    type: fieldType(dataType),
    settings: settingsOf({ dataType, settings: input.settings }),
    rank: 0,
    deletedAt: null,
  }
}
