/** New fields of a collection, several at once: rows, columns, indexes. The caller has the model's lock. */
import { AppError, type FieldError } from '@muster/contract/errors'
import { type CreateField, createFieldBody } from '@muster/contract/fields/fields.schema'
import type { z } from 'zod'
import { addUniqueIndex } from '../indexes/unique.ts'
import type { ModelChange } from './change-model.ts'
import { addColumns } from './columns.ts'
import { checkDefault, checkSettings, checkUnique, columnNameFor, columnNamesOf } from './field-rules.ts'
import { insertFields } from './fields.repo.ts'

/** PostgreSQL allows 1600 columns and some fields have two; dropped columns count too. */
const maxFields = 500

export type NewField = z.input<typeof createFieldBody>

/**
 * Adds the fields behind those there are and leaves the model reloaded. Values of existing records stay empty,
 * also where there is a default: that is for new ones.
 *
 * @param isOfProduct whether they are the product's own, which may link to records of any collection
 * @returns ids in the order given
 */
export async function addFields(
  change: ModelChange,
  dataCollectionId: number,
  inputs: readonly NewField[],
  isOfProduct = false,
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
    const field: CreateField = createFieldBody.parse(input)
    const settings = checkSettings(model, field.dataType, field.settings, false, isOfProduct)
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
