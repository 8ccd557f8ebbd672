/**
 * Cells that name records: choices and links. Each column has a lookup table of names; unknown names are
 * rejected, left empty or created, as the user chose.
 */

import type { FieldErrorCode } from '@muster/contract/errors'
import type { TextContext } from '@muster/contract/fields/definition'
import { idsOfValue, validateText, validateValue } from '@muster/contract/fields/validate'
import { fold } from '@muster/contract/text'
import { isVisibleRecord, livingRows, nameSql, rowsToSql, tables, textOf } from '../../engine/public.sql.ts'
import {
  type CollectionAccess,
  checkNew,
  createRecords,
  type FieldModel,
  fillNumbers,
  homeAccess,
  linkedScope,
  type WriteContext,
} from '../../engine/public.ts'
import { ident, rawSql, rows, run, type Sql, sql } from '../../platform/db.ts'
import type { Converter, MappedColumn } from './converter.ts'

/** A text of a column, and its value or error code. */
interface ReadText {
  raw: string
  value: unknown
  code: FieldErrorCode | null
}

export type ReadTexts = (texts: readonly string[]) => Promise<ReadText[]>

/** Lookup table of a linked collection's records by name or key. */
const linkTableOf = (index: number): Sql => rawSql(`pg_temp.import_link_${index}`)

/** Records created for unknown names: `(id, data_collection_id, c, name)`. */
export const createdRecords = rawSql('pg_temp.import_made')

const keyOf = (label: string): string => fold(label.trim())

export async function linkReader(
  converter: Converter,
  column: MappedColumn,
  context: TextContext,
): Promise<ReadTexts> {
  const { field, options } = column
  const reference = field.type.refersTo?.(field.settings)
  const target = reference?.to === 'record' ? reference.collectionId : null
  if (target !== null) await fillLinkTable(converter, column, target)
  const optional = { ...field, isRequired: false }
  return async (texts) => {
    const found = await findRecords(converter, column, target, context, texts)
    if (options.unknown === 'create' && target !== null) {
      await createUnknown(converter, column, target, labelsOf(field, context, texts), found)
    }
    const known: TextContext = { ...context, idOf: (label) => found.ids.get(keyOf(label)) }
    return texts.map((raw) => {
      const parsed = validateText(optional, raw, known)
      // A number is accepted as an id only if a record has it.
      const isKnown =
        parsed.ok && idsOfValue(field.type, parsed.value).every((id) => found.known.has(Number(id)))
      if (parsed.ok && isKnown) return { raw, value: parsed.value, code: null }
      const code = parsed.ok ? unknownCode(field) : parsed.code
      if (code !== unknownCode(field)) return { raw, value: null, code }
      if (options.unknown === 'empty') return { raw, value: knownPart(field, raw, known), code: null }
      const isAmbiguous = labelsOf(field, context, [raw]).some((label) => found.ambiguous.has(keyOf(label)))
      return { raw, value: null, code: isAmbiguous ? 'several_matches' : code }
    })
  }
}

function unknownCode(field: FieldModel): FieldErrorCode {
  return field.type.refersTo?.(field.settings).unknown ?? 'unknown_record'
}

/** The known ones of several labels; null if a single label is unknown. */
function knownPart(field: FieldModel, raw: string, context: TextContext): unknown {
  const ids = field.type.labels?.(raw, context).flatMap((label) => context.idOf?.(label) ?? [])
  if (!ids) return null
  const parsed = validateValue({ ...field, isRequired: false }, ids)
  return parsed.ok ? parsed.value : null
}

function labelsOf(field: FieldModel, context: TextContext, texts: readonly string[]): string[] {
  return texts.flatMap((text) => field.type.labels?.(text, context) ?? [text.trim()])
}

/**
 * Fills the lookup table with folded names, or values of the `linkBy` field, and the number of their records.
 */
async function fillLinkTable(
  { executor, scope }: Converter,
  { index, options }: MappedColumn,
  target: number,
): Promise<void> {
  const linked = linkedScope(scope, target)
  const access = options.linkBy === undefined ? undefined : linked.access.fields.get(options.linkBy)
  const text = access ? textOf(access.field, { ...linked, model: scope.model }) : nameSql(linked)
  const readable = access ? sql`and ${rowsToSql(access.read, linked)}` : sql``
  await run(
    executor,
    sql`create temp table ${rawSql(`import_link_${index}`)} (key text primary key, id bigint not null, n bigint not null)
        on commit drop`,
  )
  await run(
    executor,
    sql`insert into ${linkTableOf(index)} (key, id, n)
        select f.key, min(f.id), count(*) from (
          select ${ident(scope.schema, 'fold')}(btrim(${text})) as key, ${ident(linked.recordAlias, 'id')} as id
          from ${tables(linked)} where ${livingRows(linked)} ${readable}) f
        where f.key <> '' group by f.key`,
  )
}

interface Lookup {
  ids: Map<string, number>
  /** Keys shared by several records. */
  ambiguous: Set<string>
  /** Ids of records that the caller sees. */
  known: Set<number>
}

async function findRecords(
  { executor, scope }: Converter,
  { index, field }: MappedColumn,
  target: number | null,
  context: TextContext,
  texts: readonly string[],
): Promise<Lookup> {
  // A cell with separators may be a single name.
  const labels = [...new Set([...texts.map((text) => text.trim()), ...labelsOf(field, context, texts)])]
  const lookup: Lookup = { ids: new Map(), ambiguous: new Set(), known: new Set() }
  if (target !== null) {
    const found = await rows<{ key: string; id: number; n: number }>(
      executor,
      sql`select l.key, l.id, l.n from ${linkTableOf(index)} l
          where l.key = any(${[...new Set(labels.map(keyOf))]}::text[])`,
    )
    for (const { key, id, n } of found) {
      if (n > 1) lookup.ambiguous.add(key)
      else lookup.ids.set(key, id)
    }
    for (const id of lookup.ids.values()) lookup.known.add(id)
  }
  // `#12` means the record 12 unless a record has this name; bare digits only if there are no names to look
  // up.
  const pattern = target === null ? /^#?(\d{1,16})$/ : /^#(\d{1,16})$/
  const numbers = labels.flatMap((label) => pattern.exec(label)?.[1] ?? [])
  if (numbers.length > 0) {
    const seen = await rows<{ id: number }>(
      executor,
      sql`select e.id from unnest(${numbers}::bigint[]) e (id) where ${isVisibleRecord(scope, sql`e.id`, target)}`,
    )
    for (const { id } of seen) lookup.known.add(id)
  }
  return lookup
}

/** Creates records for unknown labels, and adds them to `found`. */
async function createUnknown(
  converter: Converter,
  { index }: MappedColumn,
  target: number,
  labels: readonly string[],
  found: Lookup,
): Promise<void> {
  const { executor, model, operationId, pool } = converter
  const context: WriteContext = { ...converter, access: linkedAccess(converter, target) }
  const { access } = context
  const nameField = nameFieldOf(access)
  const missing = new Map<string, string>()
  for (const label of labels) {
    const key = keyOf(label)
    const isId = /^#\d{1,16}$/.test(label)
    if (key !== '' && !isId && !found.ids.has(key) && !found.ambiguous.has(key) && !missing.has(key))
      missing.set(key, label.trim())
  }
  if (!nameField) return
  const items = [...missing].flatMap(([key, label]) => {
    const { values, errors } = checkNew(context, { [nameField.columnName]: label })
    // A label that is not a valid name stays unknown, and its rows are rejected.
    return errors.length === 0 ? [{ key, label, v: values }] : []
  })
  if (items.length === 0) return
  await fillNumbers(
    pool,
    model,
    access.home,
    items.map(({ v }) => v),
  )
  const own = access.collection
  const created = await createRecords(
    context,
    items.map(({ v }) => (own.parentId !== null && !own.isSmartCollection ? { v, m: [own.id] } : { v })),
    operationId,
  )
  const ids = created.ids
  for (const [n, { key }] of items.entries()) {
    found.ids.set(key, ids[n] as number)
    found.known.add(ids[n] as number)
  }
  const [keys, names] = [items.map(({ key }) => key), items.map(({ label }) => label)]
  await run(
    executor,
    sql`insert into ${linkTableOf(index)} (key, id, n)
        select e.key, e.id, 1 from unnest(${keys}::text[], ${ids}::bigint[]) e (key, id)`,
  )
  await run(
    executor,
    sql`insert into ${createdRecords} (id, data_collection_id, c, name)
        select e.id, ${access.home.id}::bigint, ${index}::int, e.name from unnest(${ids}::bigint[], ${names}::text[]) e (id, name)`,
  )
}

function linkedAccess({ model, caller, scope }: Converter, target: number): CollectionAccess {
  const { access } = linkedScope(scope, target)
  return access.collection.parentId === null ? homeAccess(model, caller, target) : access
}

/** The name field for new records, if it is a text field that the caller may write. */
export function nameFieldOf(access: CollectionAccess): FieldModel | undefined {
  const field = access.home.fields.find(({ id }) => id === access.home.nameFieldId)
  if (field?.type.storage !== 'text' || access.updatable !== 'all') return undefined
  return access.fields.get(field.columnName)?.update === 'all' ? field : undefined
}
