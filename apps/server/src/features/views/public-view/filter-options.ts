/** Options of public filters: values that occur in records of the view, with the names it shows. */

import { compareText } from '@muster/contract/filters/sort'
import { nameColumn } from '@muster/contract/lists/items'
import type { Language } from '@muster/contract/paging'
import type { PublicView } from '@muster/contract/views/views.schema'
import { linkTable, tableOf } from '../../../engine/public.sql.ts'
import { type FieldModel, linkedScope, targetOf } from '../../../engine/public.ts'
import { type Executor, ident, rawSql, rows, type Sql, sql } from '../../../platform/db.ts'
import { type PublicViewModel, publicSelection } from './public-view.ts'
import { inputOf } from './visitor-filter.ts'

type Choices = Pick<PublicView['filterFields'][number], 'input' | 'options'>

/** Longer lists are truncated. */
const maxOptions = 500
/** A field with more distinct texts gets a text input. */
const maxTexts = 100

/** Null for a field that cannot be filtered. */
export async function optionsOf(
  executor: Executor,
  publicView: PublicViewModel,
  field: FieldModel,
  language: Language,
): Promise<Choices | null> {
  const input = inputOf(field)
  if (input === null) return null
  const fixed = fixedOptions(field, language)
  if (fixed) return { input: 'choice', options: fixed }
  if (input === 'choice')
    return { input, options: await recordOptions(executor, publicView, field, language) }
  if (input === 'text' && field.type.storage === 'text' && publicView.displayed.has(field)) {
    const options = await textOptions(executor, publicView, field)
    return options.length <= maxTexts ? { input: 'choice', options } : { input, options: [] }
  }
  return { input, options: [] }
}

/** Yes and no, and choices defined by the field type. */
function fixedOptions({ type, settings }: FieldModel, language: Language): Choices['options'] | undefined {
  const values = type.storage === 'boolean' ? [true, false] : type.choices
  return values?.map((value) => {
    const text = type.toText(value, settings, { language, timeZone: 'UTC', country: 'US' })
    return { value, label: text.charAt(0).toLocaleUpperCase(language) + text.slice(1) }
  })
}

/** Records and list items that records of the view refer to. */
async function recordOptions(
  executor: Executor,
  publicView: PublicViewModel,
  field: FieldModel,
  language: Language,
): Promise<Choices['options']> {
  const target = targetOf(field)
  if (field.type.refersTo?.(field.settings).to !== 'record') return []
  const { source, where, scope } = publicSelection(publicView, { filters: {} })
  const column = ident(scope.alias, field.columnName)
  const ids: Record<string, Sql> = {
    id: sql`select ${column} as id from ${source} where ${where}`,
    ids: sql`select unnest(${column}) as id from ${source} where ${where}`,
    links: sql`select l.to_id as id from ${linkTable(field, scope.schema)} l
      where l.from_id in (select ${ident(scope.alias, 'record_id')} from ${source} where ${where})`,
  }
  const items = target === null ? null : linkedScope(scope, target)
  const translated = items?.access.fields.get(nameColumn(language))?.field
  const own =
    items && translated ? { table: tableOf(items), column: ident('i', translated.columnName) } : null
  const found = await rows<{ value: number; label: string }>(
    executor,
    sql`select n.id as value, ${own ? sql`coalesce(nullif(${own.column}::text, ''), n.name)` : rawSql('n.name')} as label
        from (select distinct id from (${ids[field.type.storage]!}) a where id is not null) d
          join ${ident(scope.schema, 'data_record')} n on n.id = d.id and n.deleted_at is null
          ${own ? sql`left join ${own.table} i on i.record_id = n.id` : rawSql('')}
        order by n.name collate "und-x-icu", n.id limit ${maxOptions}`,
  )
  return found.sort((a, b) => compareText(a.label, b.label))
}

async function textOptions(
  executor: Executor,
  publicView: PublicViewModel,
  field: FieldModel,
): Promise<Choices['options']> {
  const { source, where, scope } = publicSelection(publicView, { filters: {} })
  const column = ident(scope.alias, field.columnName)
  const found = await rows<{ value: string }>(
    executor,
    sql`select distinct ${column} as value from ${source} where ${where} and ${column} is not null
        limit ${maxTexts + 1}`,
  )
  return found.map(({ value }) => ({ value, label: value })).sort((a, b) => compareText(a.label, b.label))
}
