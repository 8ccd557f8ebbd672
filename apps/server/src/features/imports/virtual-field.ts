/** A field that a run will make, as far as a check needs it: how its cells are read. */

import { fieldType } from '@muster/contract/fields/types/index'
import { settingsOf } from '@muster/contract/fields/validate'
import type { ImportChoices } from '@muster/contract/imports/imports.api'
import type { FieldModel } from '../../engine/public.ts'

type NewField = Extract<ImportChoices['columns'][number], { newField: unknown }>['newField']

/** @param id below zero, for no table has a column of it */
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
