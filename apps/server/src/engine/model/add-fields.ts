/** Adds fields to a collection: rows, columns and indexes. The caller holds the model's lock. */
import { AppError, type FieldError } from '@muster/contract/errors'
import { createFieldBody } from '@muster/contract/fields/fields.schema'
import type { z } from 'zod'
import { addUniqueIndex } from '../indexes/unique.ts'
import type { ModelChange } from './change-model.ts'
import { addColumns } from './columns.ts'
import { checkDefault, checkSettings, checkUnique, columnNameFor, columnNamesOf } from './field-rules.ts'
import { insertFields } from './fields.repo.ts'

/** PostgreSQL allows 1600 columns; some fields have two, and dropped columns count too. */
const maxFields = 500

/** Cards belong to features. */
const newField = createFieldBody.omit({ linkBack: true })
export type NewField = z.input<typeof newField>

/**
 * Adds the fields after the existing ones and reloads the model. Existing records have no values in them;
 * defaults apply only to new records.
 *
 * @param isBuiltIn whether the product itself adds them; such fields may link to records of any collection
 * @returns ids in the order of `inputs`
 */
export async function addFields(
  change: ModelChange,
  dataCollectionId: number,
  inputs: readonly NewField[],
  isBuiltIn = false,
): Promise<number[]> {
  const { client, model } = change
  const { homeId } = model.collections.get(dataCollectionId)!
  const home = model.collections.get(homeId)!
  const taken = columnNamesOf(home)
  if (taken.size + inputs.length > maxFields) {
    const error: FieldError = { path: '', code: 'too_many', params: { max: maxFields } }
    throw new AppError('validation_failed', { errors: [error] })
  }
  const lastRank = Math.max(0, ...home.fields.map(({ rank }) => rank))
  const rows = []
  for (const [index, input] of inputs.entries()) {
    const field = newField.parse(input)
    const settings = checkSettings(model, field.dataType, field.settings, false, isBuiltIn)
    checkUnique(field.dataType, field.isUnique)
    rows.push({
      ...field,
      settings,
      defaultValue: await checkDefault(client, model, field.dataType, settings, field.defaultValue),
      columnName: columnNameFor(field.title, field.columnName, taken),
      rank: lastRank + index + 1,
    })
  }
  const ids = await insertFields(client, model.teamId, homeId, rows)
  const fresh = await change.reload()
  const fields = ids.map((id) => fresh.fields.get(id)!)
  await addColumns(client, fresh, fields)
  for (const field of fields) if (field.isUnique) await addUniqueIndex(client, fresh, field)
  return ids
}
