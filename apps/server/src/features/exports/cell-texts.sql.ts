/**
 * A field's values as texts for a file, formatted by PostgreSQL where possible: each equals what the type's
 * `toText` writes and its `fromText` reads. One entry per storage.
 */

import { runsPattern } from '@muster/contract/exports/cells'
import type { TextContext } from '@muster/contract/fields/definition'
import type { Storage } from '@muster/contract/fields/families'
import { settingsOf } from '@muster/contract/fields/validate'
import { columnOf, linkIdsOf, partName, storageOf } from '../../engine/public.sql.ts'
import type { FieldModel } from '../../engine/public.ts'
import { ident, join, literal, type Sql, sql } from '../../platform/db.ts'
import { idLabels } from './labels.sql.ts'
import type { Writing } from './writing.sql.ts'

export interface CellText {
  /** Text, null when empty; JSON text if there is a `finish` to convert it. */
  text: Sql
  finish?: (json: string) => string
  /** Whether it may contain user input, which a spreadsheet could run as a formula. */
  isFree: boolean
  /** The type of its cell in a workbook. */
  kind: 'text' | 'number' | 'date'
}

type Writer = (field: FieldModel, writing: Writing) => CellText

export function cellText(field: FieldModel, writing: Writing): CellText {
  return writers[field.type.storage](field, writing)
}

/** The format of texts: plain texts are always English, because imports read English. */
export function textContext({ scope, isPlain, language }: Writing): TextContext {
  const { timeZone, country } = scope.model
  return { language: isPlain ? 'en' : language, timeZone, country }
}

const own = (field: FieldModel, { scope }: Writing): Sql => columnOf(field, scope)
const toText = (field: FieldModel, value: unknown, writing: Writing): string =>
  field.type.toText(value, settingsOf(field), textContext(writing))

const text: Writer = (field, writing) => {
  const column = own(field, writing)
  const { choices } = field.type
  if (!choices) return { text: column, isFree: field.type.type !== 'phone_number', kind: 'text' }
  const cases = choices.map(
    (choice) => sql`when ${literal(choice)} then ${literal(toText(field, choice, writing))}`,
  )
  return { text: sql`case ${column} ${join(cases, ' ')} end`, isFree: false, kind: 'text' }
}

/** A number without trailing zeros, with the decimal separator of the language. */
function digits(number: Sql, writing: Writing): Sql {
  const plain = sql`trim_scale(${number}::numeric)::text`
  return textContext(writing).language === 'en' ? plain : sql`replace(${plain}, '.', ',')`
}

const number: Writer = (field, writing) => {
  const { suffix } = field.type
  const plain = field.type.storage === 'bigint' ? sql`${own(field, writing)}::text` : undefined
  const shown = plain ?? digits(own(field, writing), writing)
  return suffix
    ? { text: sql`${shown} || ${literal(suffix)}`, isFree: false, kind: 'text' }
    : { text: shown, isFree: false, kind: 'number' }
}

const dayFormat: Record<TextContext['language'], string> = {
  en: 'MM/DD/YYYY',
  es: 'DD/MM/YYYY',
  fr: 'DD/MM/YYYY',
}

const day = (date: Sql, { isPlain, language }: Writing): Sql =>
  isPlain ? sql`${date}::text` : sql`to_char(${date}, ${literal(dayFormat[language])})`

const instant: Writer = (field, writing) => {
  const column = own(field, writing)
  const { isPlain, language, scope } = writing
  const utc = (format: string): Sql => sql`to_char(${column} at time zone 'UTC', ${literal(format)})`
  const iso = 'YYYY-MM-DD"T"HH24:MI:SS'
  return {
    text: isPlain
      ? sql`case when ${column} = date_trunc('second', ${column}) then ${utc(`${iso}"Z"`)}
          else ${utc(`${iso}.MS"Z"`)} end`
      : sql`to_char(${column} at time zone ${literal(scope.model.timeZone)},
          ${literal(`${dayFormat[language]} HH24:MI`)})`,
    isFree: false,
    kind: 'text',
  }
}

const range: Writer = (field, writing) => {
  const column = own(field, writing)
  const end = sql`(upper(${column}) - 1)`
  return {
    text: sql`case when ${column} is not null then
      btrim(concat(${day(sql`lower(${column})`, writing)}, ' – ', ${day(end, writing)})) end`,
    isFree: false,
    kind: 'text',
  }
}

/** Values that PostgreSQL cannot format: their JSON, which the type's `toText` converts. */
const structured: Writer = (field, writing) => ({
  text: sql`${storageOf(field).read(field, writing.scope)}::text`,
  finish: (json) => toText(field, JSON.parse(json), writing),
  isFree: true,
  kind: 'text',
})

/** `photo.jpg (https://…/files/<id>)`, from which an import reads the id. */
function files(ids: Sql, { scope, filesUrl }: Writing): Sql {
  const base = literal(filesUrl)
  return sql`(select string_agg(concat(f.name, ' (', ${base}, f.id, ')'), e'\n' order by e.n)
    from unnest(${ids}) with ordinality e (id, n) join ${ident(scope.schema, 'file')} f on f.id = e.id)`
}

const video: Writer = (field, writing) => {
  const column = own(field, writing)
  const uploaded = files(
    sql`array[case when ${column} ~ '^[0-9a-f-]{36}$' then ${column}::uuid end]`,
    writing,
  )
  return { text: sql`coalesce(${uploaded}, ${column})`, isFree: true, kind: 'text' }
}

const writers: Record<Storage, Writer> = {
  text,
  html: (field, writing) => ({
    text: writing.isPlain
      ? own(field, writing)
      : sql`${ident(writing.scope.schema, 'plain_text')}(${own(field, writing)})`,
    isFree: true,
    kind: 'text',
  }),
  bigint: number,
  numeric: number,
  money: (field, writing) => ({
    text: sql`(${digits(own(field, writing), writing)} || ' ' ||
      ${ident(writing.scope.alias, partName(field, 'currency'))})`,
    isFree: false,
    kind: 'text',
  }),
  boolean: (field, writing) => ({
    text: sql`case when ${own(field, writing)} then ${literal(toText(field, true, writing))}
      when not ${own(field, writing)} then ${literal(toText(field, false, writing))} end`,
    isFree: false,
    kind: 'text',
  }),
  date: (field, writing) => ({ text: day(own(field, writing), writing), isFree: false, kind: 'date' }),
  timestamptz: instant,
  daterange: range,
  id: (field, writing) => ({
    text: idLabels(field, sql`array[${own(field, writing)}]`, writing, false),
    isFree: true,
    kind: 'text',
  }),
  ids: (field, writing) => ({
    text: idLabels(field, own(field, writing), writing, true),
    isFree: true,
    kind: 'text',
  }),
  links: (field, writing) => ({
    text: idLabels(field, linkIdsOf(field, writing.scope), writing, true),
    isFree: true,
    kind: 'text',
  }),
  file: (field, writing) => ({
    text: files(sql`array[${own(field, writing)}]`, writing),
    isFree: true,
    kind: 'text',
  }),
  files: (field, writing) => ({ text: files(own(field, writing), writing), isFree: true, kind: 'text' }),
  video,
  json: structured,
  json_total: structured,
}

/** Puts an apostrophe before texts that a spreadsheet would run; the first character rules out nearly all. */
export function defused(value: Sql): Sql {
  return sql`(select case when ascii(d.v) in (9, 13, 39, 43, 45, 61, 64) and d.v ~ ${literal(runsPattern)}
    then '''' || d.v else d.v end from (select ${value} as v) d)`
}
