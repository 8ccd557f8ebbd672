/** Converts values from one type to another through text, the format that every type writes and reads. */

import type { FieldType, Reference, TextContext } from '@muster/contract/fields/definition'
import type { FileKind } from '@muster/contract/fields/families'
import { idsOfValue } from '@muster/contract/fields/validate'
import { fold, plainText } from '@muster/contract/text'
import type { TeamModel } from '../../../engine/public.ts'
import { type Executor, ident, rows, sql } from '../../../platform/db.ts'

/** A type with its settings: one side of a conversion. */
export interface TypeSide {
  type: FieldType
  settings: Record<string, unknown>
}

/** New values in the order of the old ones; null where a value cannot be converted. */
export type Convert = (values: readonly unknown[]) => Promise<unknown[]>

/** List items created by the change, by `itemKey`; they count as existing. */
export type MadeItems = ReadonlyMap<string, number>

export function converter(
  executor: Executor,
  model: TeamModel,
  from: TypeSide,
  to: TypeSide,
  made: MadeItems = new Map(),
): Convert {
  const target = referenceOf(to)
  const isSame = isSameThing(from, to)
  const madeIds = new Set<number | string>(made.values())
  const texts = texter(executor, model, from, to)
  return async (values) => {
    const parsed = await texts(values)
    const context: TextContext = { ...parsed.context, ...(made.size > 0 && withMade(parsed, made)) }
    const converted = parsed.texts.map((text) => read(text, to, context))
    if (!target || (isSame && target.to !== 'file')) return converted
    return onlyExisting(executor, model, to, target, converted, madeIds)
  }
}

function withMade({ context }: ParsedTexts, made: MadeItems): Pick<TextContext, 'idOf'> {
  return { idOf: (label) => context.idOf?.(label) ?? made.get(itemKey(label)) }
}

/** Values as texts, and the context to read them, which finds existing things by name. */
export interface ParsedTexts {
  texts: string[]
  context: TextContext
  /** Keys of names that several things share. */
  several: ReadonlySet<string>
}

export function texter(
  executor: Executor,
  model: TeamModel,
  from: TypeSide,
  to: TypeSide,
): (values: readonly unknown[]) => Promise<ParsedTexts> {
  const [source, target] = [referenceOf(from), referenceOf(to)]
  const isSame = isSameThing(from, to)
  return async (values) => {
    const plain = source ? values.map(idsOnly) : values
    const context = contextOf(model)
    if (source && !isSame) {
      const labels = await labelsOfIds(executor, model, source, plain.flat())
      context.labelOf = (id) => labels.get(id)
    }
    const texts = plain.map((value) => textOf(from, to, value, context))
    if (!target || target.to === 'file' || isSame) return { texts, context, several: new Set() }
    const { ids, several } = await idsOfLabels(executor, model, target, labelsIn(texts, to, context))
    context.idOf = (label) => ids.get(keyOf(label)) ?? ids.get(itemKey(label))
    return { texts, context, several }
  }
}

/** Whether both refer to the same things: ids are then kept, as names could be ambiguous. */
export function isSameThing(from: TypeSide, to: TypeSide): boolean {
  const [source, target] = [referenceOf(from), referenceOf(to)]
  return source !== null && target !== null && sameThings(source, target)
}

export function referenceOf({ type, settings }: TypeSide): Reference | null {
  return type.refersTo?.(settings) ?? null
}

function sameThings(a: Reference, b: Reference): boolean {
  if (a.to === 'record' && b.to === 'record') return a.collectionId === b.collectionId
  return a.to === b.to
}

/** A file is read as an object; only its id is kept. */
function idsOnly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idsOnly)
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value
}

/** The text format of exports: English numbers, ISO dates. */
function contextOf(model: TeamModel): TextContext {
  return { language: 'en', timeZone: model.timeZone, country: model.country }
}

/** Converts between HTML and plain text, keeping the words but not the markup. */
function textOf(from: TypeSide, to: TypeSide, value: unknown, context: TextContext): string {
  const [isHtml, toHtml] = [from.type.storage === 'html', to.type.storage === 'html']
  const text = from.type.toText(value, from.settings, context)
  if (isHtml && !toHtml) return plainText(text)
  return toHtml && !isHtml ? htmlOf(text) : text
}

function htmlOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<p>${escaped.replaceAll('\n', '<br>')}</p>`
}

export function read(text: string, { type, settings }: TypeSide, context: TextContext): unknown {
  const parsed = type.fromText(text, settings, context)
  return parsed.ok ? parsed.value : null
}

/** The labels a type looks up, found by reading each text without known labels. */
function labelsIn(texts: readonly string[], to: TypeSide, context: TextContext): string[] {
  const labels = new Set<string>()
  const collecting: TextContext = {
    ...context,
    idOf(label) {
      labels.add(label)
      return undefined
    },
  }
  for (const text of new Set(texts)) to.type.fromText(text, to.settings, collecting)
  return [...labels]
}

function keyOf(label: string): string {
  return fold(label.trim())
}

/** The key by which labels match an item: collapses whitespace, ignores case and accents. */
export function itemKey(label: string): string {
  return fold(tidy(label))
}

/** A label as an item's name, with whitespace collapsed. */
export function tidy(label: string): string {
  return label.trim().replace(/\s+/g, ' ')
}

async function labelsOfIds(
  executor: Executor,
  model: TeamModel,
  { to }: Reference,
  ids: readonly unknown[],
): Promise<Map<number, string>> {
  if (to === 'file') return new Map()
  if (to === 'collection') return new Map([...model.collections.values()].map(({ id, name }) => [id, name]))
  const found = await rows<{ id: number; name: string }>(
    executor,
    sql`select id, name from ${ident(model.schema, 'data_record')}
        where id = any(${[...new Set(ids)]}::bigint[]) and name <> ''`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Living things by the key of their name; names that several share are left out. */
async function idsOfLabels(
  executor: Executor,
  model: TeamModel,
  reference: Reference,
  labels: readonly string[],
): Promise<{ ids: Map<string, number>; several: Set<string> }> {
  const several = new Set<string>()
  if (labels.length === 0 || reference.to === 'file') return { ids: new Map(), several }
  if (reference.to === 'collection') {
    const living = [...model.collections.values()].filter(({ deletedAt }) => !deletedAt)
    return { ids: new Map(living.map(({ id, name }) => [keyOf(name), id])), several }
  }
  const name = sql`${ident(model.schema, 'fold')}(name)`
  const keys = [...new Set(labels.flatMap((label) => [keyOf(label), itemKey(label)]))]
  const found = await rows<{ key: string; id: number; n: number }>(
    executor,
    sql`select ${name} as key, min(id) as id, count(*) as n from ${ident(model.schema, 'data_record')}
        where data_collection_id = ${homeIdOf(model, reference)} and deleted_at is null
          and ${name} = any(${keys}::text[])
        group by 1`,
  )
  for (const { key, n } of found) if (n > 1) several.add(key)
  const single = found.filter(({ n }) => n === 1)
  return { ids: new Map(single.map(({ key, id }) => [key, id])), several }
}

function homeIdOf(model: TeamModel, reference: Reference): number | null {
  const id = reference.to === 'record' ? reference.collectionId : null
  return id === null ? null : (model.collections.get(id)?.homeId ?? null)
}

/** Replaces values by null that refer to something missing, or that the field does not accept. */
async function onlyExisting(
  executor: Executor,
  model: TeamModel,
  to: TypeSide,
  target: Reference,
  values: readonly unknown[],
  made: ReadonlySet<number | string>,
): Promise<unknown[]> {
  const idsOf = (value: unknown) => idsOfValue(to.type, value)
  const ids = [...new Set(values.flatMap(idsOf))].filter((id) => !made.has(id))
  const known = await existing(executor, model, to, target, ids)
  for (const id of made) known.add(id)
  return values.map((value) => (value !== null && idsOf(value).every((id) => known.has(id)) ? value : null))
}

async function existing(
  executor: Executor,
  model: TeamModel,
  { type, settings }: TypeSide,
  target: Reference,
  ids: readonly (number | string)[],
): Promise<Set<number | string>> {
  if (ids.length === 0) return new Set()
  if (target.to === 'collection') {
    return new Set(ids.filter((id) => model.collections.get(Number(id))?.deletedAt === null))
  }
  if (target.to === 'record') {
    const found = await rows<{ id: number }>(
      executor,
      sql`select id from ${ident(model.schema, 'data_record')}
          where id = any(${ids}::bigint[]) and data_collection_id = ${homeIdOf(model, target)}`,
    )
    return new Set(found.map(({ id }) => id))
  }
  const files = await rows<{ id: string; kind: FileKind; size: number }>(
    executor,
    sql`select id, kind, size from ${ident(model.schema, 'file')} where id = any(${ids}::uuid[])`,
  )
  return new Set(files.filter((file) => type.acceptsFile?.(settings, file).ok ?? true).map(({ id }) => id))
}
