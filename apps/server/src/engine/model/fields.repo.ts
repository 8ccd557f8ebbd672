/** SQL of fields: rows of muster.data_field. */
import type { CreateField } from '@muster/contract/fields/fields.schema'
import { ident, join, rows, run, sql, type Transaction } from '../../platform/db.ts'
import type { FieldModel } from './model.ts'

export type NewFieldRow = Required<Omit<CreateField, 'linkBack'>> & { rank: number }

/** Inserts fields. @returns ids in the order of `fields` */
export async function insertFields(
  client: Transaction,
  teamId: number,
  homeId: number,
  fields: readonly NewFieldRow[],
): Promise<number[]> {
  const inserted = await rows<{ id: number }>(
    client,
    sql`insert into muster.data_field (team_id, data_collection_id, title, title_translations, column_name, data_type,
          description, description_translations, help_text, display_width, is_required, is_unique, default_value,
          settings, rank)
        select ${teamId}, ${homeId}, f->>'title', f->'titleTranslations', f->>'columnName', f->>'dataType',
          f->>'description', f->'descriptionTranslations', f->>'helpText', f->>'displayWidth',
          (f->>'isRequired')::boolean, (f->>'isUnique')::boolean, nullif(f->'defaultValue', 'null'::jsonb),
          f->'settings', (f->>'rank')::int
        from jsonb_array_elements(${JSON.stringify(fields)}::jsonb) with ordinality e (f, n) order by n
        returning id`,
  )
  return inserted.map(({ id }) => id)
}

const columns = {
  title: 'title',
  titleTranslations: 'title_translations',
  dataType: 'data_type',
  description: 'description',
  descriptionTranslations: 'description_translations',
  helpText: 'help_text',
  displayWidth: 'display_width',
  isRequired: 'is_required',
  isUnique: 'is_unique',
  rank: 'rank',
} as const
const jsonColumns = {
  defaultValue: 'default_value',
  settings: 'settings',
  titleTranslations: 'title_translations',
  descriptionTranslations: 'description_translations',
} as const

export type FieldChanges = Partial<Record<keyof typeof columns | keyof typeof jsonColumns, unknown>>

export async function updateFieldRow(
  client: Transaction,
  field: FieldModel,
  changes: FieldChanges,
): Promise<void> {
  const assignments = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      if (!(key in jsonColumns)) return sql`${ident(columns[key as keyof typeof columns])} = ${value}`
      const text = value === null ? null : JSON.stringify(value)
      return sql`${ident(jsonColumns[key as keyof typeof jsonColumns])} = ${text}::jsonb`
    })
  if (assignments.length === 0) return
  await run(client, sql`update muster.data_field set ${join(assignments)} where id = ${field.id}`)
}

export async function setDeleted(client: Transaction, field: FieldModel, isDeleted: boolean): Promise<void> {
  await run(
    client,
    sql`update muster.data_field set deleted_at = case when ${isDeleted} then now() end where id = ${field.id}`,
  )
  if (!isDeleted) return
  await run(
    client,
    sql`update muster.data_collection set avatar_field_id = null
        where id = ${field.dataCollectionId} and avatar_field_id = ${field.id}`,
  )
}

/** Sets ranks 1, 2, 3 … in the order of `fieldIds`. */
export async function setRanks(
  client: Transaction,
  homeId: number,
  fieldIds: readonly number[],
): Promise<void> {
  await run(
    client,
    sql`update muster.data_field f set rank = e.n
        from unnest(${fieldIds}::bigint[]) with ordinality e (id, n)
        where f.id = e.id and f.data_collection_id = ${homeId}`,
  )
}
