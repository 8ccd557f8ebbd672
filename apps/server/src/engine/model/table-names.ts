/**
 * Readable names for tables and columns, derived from titles: unique, and different from the product's own
 * names.
 */

import { toColumnName } from '@muster/contract/fields/guess'
import { type Executor, rows, sql } from '../../platform/db.ts'
import type { TeamModel } from './model.ts'

/** Tables of the product that every team's schema has or will have. */
const systemTables = new Set([
  'data_record',
  'membership',
  'operation',
  'log_event',
  'log_created',
  'file',
  'record_id',
  'message_recipient',
  'message_notification',
  'subscription',
  'suppression',
  'wizard_run',
  'bookmark',
  'duplicate_scan',
  'duplicate_group',
  'duplicate_member',
  'not_duplicate',
  'merged_record',
  'webhook_delivery',
  'web_picture',
])
/** Tables and indexes that the product creates itself: links, imports, staged values. */
const systemPattern =
  /^(link|import|staging|stage|change|unique|sort|sort_desc|contains|equal|members)_\d+(_\d+)?(__.*)?$/

const systemColumns = new Set([
  'record_id',
  'deleted_at',
  // System columns of PostgreSQL.
  'ctid',
  'xmin',
  'xmax',
  'cmin',
  'cmax',
  'tableoid',
])

/** Leaves room for a suffix, and for `__currency` after a column. */
const maxLength = 40

export async function freeTableName(client: Executor, model: TeamModel, pluralName: string): Promise<string> {
  const taken = await rows<{ name: string }>(
    client,
    sql`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${model.schema}`,
  )
  // Deleted collections keep their tables until they are purged; then the names are free again.
  const names = new Set(taken.map(({ name }) => name))
  for (const { tableName } of model.collections.values()) names.add(tableName)
  return freeName(
    pluralName,
    'collection',
    (name) => names.has(name) || systemTables.has(name),
    (name) => systemPattern.test(name),
  )
}

/**
 * A free column name derived from a title.
 *
 * @param taken the table's column names, also of fields in the trash
 */
export function freeColumnName(title: string, taken: ReadonlySet<string>): string {
  return freeName(title, 'field', (name) => taken.has(name) || isSystemColumn(name))
}

export function isSystemColumn(name: string): boolean {
  return systemColumns.has(name)
}

/** @param isReserved names that are taken with any numeric suffix; these get the fallback as a prefix */
function freeName(
  text: string,
  fallback: string,
  isTaken: (name: string) => boolean,
  isReserved: (name: string) => boolean = () => false,
): string {
  const plain = toColumnName(text).slice(0, maxLength).replace(/_+$/, '') || fallback
  const base = isReserved(plain) || isReserved(`${plain}_2`) ? `${fallback}_${plain}` : plain
  let name = base
  for (let number = 2; isTaken(name); number++) name = `${base}_${number}`
  return name
}
