/**
 * Sorts records in memory, in the same order as SQL.
 *
 * Keys in the order given, each ascending or descending; records without a value come last in both directions; ties
 * by id, in the direction of the first key (ascending without any). Text (storage text, `@name`) sorts by the root
 * collation (`Intl.Collator('en')`, which adds nothing to it; `collate "und-x-icu"`), then by code point; a type
 * with `choices` sorts by their order instead (`array_position`). Booleans: no, yes. Ranges: by start (open first),
 * then by end (open last). Money: by amount, whatever the currency. Ids: by the name that `nameOf` gives, like
 * text, and without it by id. Line items: by total. Fields of types that cannot be sorted are ignored.
 *
 * Letters of living scripts sort the same in both. Characters newer than the database's ICU sort last there, so a list
 * sorted by the server is never sorted again in memory.
 */
import { isEmptyInput } from '../fields/parsed.ts'
import type { Sort } from './ast.ts'
import { type FilterRecord, recordValue } from './evaluate.ts'
import { type FilterField, type Subject, subjectOf } from './subjects.ts'

export interface SortContext {
  fields: readonly FilterField[]
  /** Names of linked records and list items, if ids are to be sorted by name. */
  nameOf?: (id: number) => string | undefined
}

type Key = string | number | bigint | null

/** For `Array.sort`. */
export function compareRecords(
  sort: Sort,
  context: SortContext,
): (a: FilterRecord, b: FilterRecord) => number {
  const keys = sort.flatMap(({ field, direction }) => {
    const subject = subjectOf(field, context.fields)
    if (!subject || subject.kind === 'membership' || subject.type?.isSortable === false) return []
    const sign = direction === 'asc' ? 1 : -1
    return [{ sign, key: (record: FilterRecord) => keyOf(subject, recordValue(field, record), context) }]
  })
  const idSign = sort[0]?.direction === 'desc' ? -1 : 1
  return (a, b) => {
    for (const { sign, key } of keys) {
      const order = compareKeys(key(a), key(b), sign)
      if (order !== 0) return order
    }
    return idSign * (a.id - b.id)
  }
}

function keyOf(subject: Subject, value: unknown, { nameOf }: SortContext): Key {
  if (isEmptyInput(value)) return null
  if (subject.kind === 'id' && nameOf) return nameOf(Number(value)) ?? null
  return subject.type ? subject.type.sortKey(value) : Number(value)
}

function compareKeys(a: Key, b: Key, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'string' && typeof b === 'string') return sign * compareText(a, b)
  return sign * (a < b ? -1 : a > b ? 1 : 0)
}

const collator = new Intl.Collator('en')

/** By the root collation, then by code point, as PostgreSQL does. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b) || compareCodePoints(a, b)
}

function compareCodePoints(a: string, b: string): number {
  const [as, bs] = [[...a], [...b]]
  for (let i = 0; i < Math.min(as.length, bs.length); i++) {
    const order = (as[i]?.codePointAt(0) ?? 0) - (bs[i]?.codePointAt(0) ?? 0)
    if (order !== 0) return order
  }
  return as.length - bs.length
}
