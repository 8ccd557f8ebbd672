/**
 * Evaluates filters in memory. SQL must give exactly the same results; a property test on the server compares the two.
 *
 * Logic is two-valued: every condition is true or false for every record, never unknown, so `not` is plain negation.
 * `{ and: [] }` is true, `{ or: [] }` is false.
 *
 * EMPTY. A field without a value (null, absent, '', []) matches isEmpty and the negative operators isNot,
 * notContains, noneOf, none, notMemberOf, and nothing else. A negative operator is the negation of its positive one.
 *
 * | kind of value | operators |
 * | --- | --- |
 * | text | `fold` (text.ts) of value and operand: is equal; contains, startsWith, endsWith as plain strings (no wildcards; an operand that folds to nothing is in every text); anyOf equal to one of the list |
 * | text with choices (payment_status) | is, anyOf; folding changes nothing in such words |
 * | html | the same as text, over `plainText` of the value |
 * | bigint, numeric | is, lt, lte, gt, gte as exact numbers; between includes both ends |
 * | money | operand a number: the amount, whatever the currency; operand { amount, currency }: the currency must be the same too. So must it where one end of a pair names one; both ends never name two |
 * | boolean | is |
 * | date | `dateBounds(…, kind 'date')`: from ≤ value < to |
 * | timestamptz | `dateBounds(…, kind 'date_time')`: from ≤ value < to |
 * | daterange | `dateBounds(…, kind 'date')`: before: its last day < to, and it has one; after: its first day ≥ from, and it has one; all others: it shares a day with [from, to), where an open end of the value reaches everywhere, and an empty [from, to) shares no day |
 * | id, user | is, anyOf by id; `some`: the linked record exists and matches `where`; `none`: no such record |
 * | ids, links | anyOf: one of the list is among them; allOf: every one is; some, none: as above, over all of them |
 * | json | contains: a string anywhere in the value (at any depth; not keys, not numbers) contains the operand, folded; within: haversine distance from (lat, lng) on a sphere of radius 6371.0088 km ≤ km; no point, no match |
 * | json_total | contains as json; the number operators over the total, the exact sum of the items' `total` |
 * | file, files, video | isEmpty and isNotEmpty only |
 * | membership | memberOf: the record belongs to one of the collections listed |
 *
 * `some` and `none` apply to what `context.linked` returns: records that exist, are not in the trash, belong to the
 * collection the field points at and are visible to the user for whom the filter runs. Their nested filter uses that
 * collection's fields.
 */
import { isEmptyInput, isObject } from '../fields/parsed.ts'
import { toNumber } from '../fields/types/common/decimal.ts'
import { type LineItem, sumOfTotals } from '../fields/types/common/line-items.ts'
import { fold, plainText } from '../text.ts'
import type { Condition, Filter, SystemField } from './ast.ts'
import type { Distance } from './operands.ts'
import type { Operator } from './operators.ts'
import { type FilterField, isSystemField, type Subject, subjectOf } from './subjects.ts'
import { dateBounds, negativeOperators } from './variables.ts'

/** The parts of a record that filters use; a data record of the API has them. */
export interface FilterRecord {
  id: number
  name: string | null
  createdAt: string | null
  updatedAt: string | null
  createdBy: number | null
  updatedBy: number | null
  /** Every collection it belongs to; only needed for `@collections`. */
  dataCollectionIds?: readonly number[]
  values: Readonly<Record<string, unknown>>
}

export interface EvaluateContext {
  /** The fields of the record's collection. */
  fields: readonly FilterField[]
  now: Date | string | number
  /** IANA zone of the team. */
  timeZone: string
  /** Fields of a linked collection, for `some` and `none`. */
  fieldsOf?: (dataCollectionId: number) => readonly FilterField[] | undefined
  /** A linked record; undefined if it does not exist or is not visible. */
  linked?: (id: number) => FilterRecord | undefined
}

/** Whether a record matches. The filter must be checked (check.ts) and its variables resolved (variables.ts). */
export function evaluate(filter: Filter, record: FilterRecord, context: EvaluateContext): boolean {
  if ('and' in filter) return filter.and.every((part) => evaluate(part, record, context))
  if ('or' in filter) return filter.or.some((part) => evaluate(part, record, context))
  if ('not' in filter) return !evaluate(filter.not, record, context)
  const subject = subjectOf(filter.field, context.fields)
  if (!subject) throw new Error(`unknown field ${filter.field}`)
  return matches(filter, subject, recordValue(filter.field, record), context)
}

function matches(condition: Condition, subject: Subject, value: unknown, context: EvaluateContext): boolean {
  const { op } = condition
  if (op === 'isEmpty') return isEmptyInput(value)
  if (op === 'isNotEmpty') return !isEmptyInput(value)
  if (negativeOperators.includes(op))
    return !matches({ ...condition, op: positiveOf(op) }, subject, value, context)
  if (isEmptyInput(value)) return false
  if (op === 'some') return hasLinked(condition, subject, value, context)
  return tests[subject.kind]({ op, operand: condition.value, value, context })
}

function positiveOf(op: Operator): Operator {
  const positives: Partial<Record<Operator, Operator>> = {
    isNot: 'is',
    notContains: 'contains',
    noneOf: 'anyOf',
    none: 'some',
    notMemberOf: 'memberOf',
  }
  return positives[op] ?? op
}

/** The value of a field or system field. */
export function recordValue(name: string, record: FilterRecord): unknown {
  return isSystemField(name) ? systemValues[name](record) : record.values[name]
}

const systemValues: Record<SystemField, (record: FilterRecord) => unknown> = {
  '@id': (record) => record.id,
  '@name': (record) => record.name,
  '@createdAt': (record) => record.createdAt,
  '@updatedAt': (record) => record.updatedAt,
  '@createdBy': (record) => record.createdBy,
  '@updatedBy': (record) => record.updatedBy,
  '@collections': (record) => record.dataCollectionIds ?? [],
}

function hasLinked(
  { where }: Condition,
  subject: Subject,
  value: unknown,
  context: EvaluateContext,
): boolean {
  const fields = subject.target === null ? undefined : context.fieldsOf?.(subject.target)
  if (!fields) return false
  return listOf(value).some((id) => {
    const linked = context.linked?.(Number(id))
    return linked !== undefined && (where === undefined || evaluate(where, linked, { ...context, fields }))
  })
}

interface Case {
  /** A positive operator other than isEmpty, isNotEmpty and some, which are handled before. */
  op: Operator
  operand: unknown
  /** Never empty. */
  value: unknown
  context: EvaluateContext
}
type Test = (test: Case) => boolean

const never: Test = () => false

const tests: Record<Subject['kind'], Test> = {
  text: (test) => testText(String(test.value), test),
  html: (test) => testText(plainText(String(test.value)), test),
  bigint: (test) => testNumber(Number(test.value), test),
  numeric: (test) => testNumber(Number(test.value), test),
  money: testMoney,
  boolean: ({ value, operand }) => value === operand,
  date: (test) => testDay(String(test.value), test),
  timestamptz: (test) => testInstant(Date.parse(String(test.value)), test),
  daterange: testRange,
  id: testId,
  user: testId,
  ids: testIds,
  links: testIds,
  file: never,
  files: never,
  video: never,
  json: (test) =>
    test.op === 'within' ? isWithin(test.value, test.operand) : hasText(test.value, test.operand),
  json_total: (test) =>
    test.op === 'contains' ? hasText(test.value, test.operand) : testNumber(totalOf(test.value), test),
  membership: ({ value, operand }) => listOf(operand).some((id) => listOf(value).includes(id)),
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function testText(value: string, { op, operand }: Case): boolean {
  const text = fold(value)
  if (op === 'anyOf') return listOf(operand).some((item) => text === fold(String(item)))
  const wanted = fold(String(operand))
  if (op === 'is') return text === wanted
  if (op === 'contains') return text.includes(wanted)
  if (op === 'startsWith') return text.startsWith(wanted)
  return op === 'endsWith' && text.endsWith(wanted)
}

function testNumber(value: number, { op, operand }: Case): boolean {
  if (op === 'between') {
    const [from, to] = listOf(operand)
    return value >= Number(from) && value <= Number(to)
  }
  const wanted = Number(operand)
  if (op === 'is') return value === wanted
  if (op === 'lt') return value < wanted
  if (op === 'lte') return value <= wanted
  if (op === 'gt') return value > wanted
  return op === 'gte' && value >= wanted
}

function testMoney(test: Case): boolean {
  const { amount, currency } = test.value as { amount: number; currency: string }
  const operands = listOf(test.operand)
  if (operands.some((operand) => isObject(operand) && operand.currency !== currency)) return false
  const amounts = operands.map((operand) => (isObject(operand) ? operand.amount : operand))
  return testNumber(amount, { ...test, operand: test.op === 'between' ? amounts : amounts[0] })
}

function testDay(value: string, { op, operand, context }: Case): boolean {
  const { from, to } = dateBounds(op, operand, { ...context, kind: 'date' })
  return (from === undefined || value >= from) && (to === undefined || value < to)
}

function testInstant(value: number, { op, operand, context }: Case): boolean {
  const { from, to } = dateBounds(op, operand, { ...context, kind: 'date_time' })
  return (from === undefined || value >= Date.parse(from)) && (to === undefined || value < Date.parse(to))
}

function testRange({ op, operand, value, context }: Case): boolean {
  const { start, end } = value as { start: string | null; end: string | null }
  const { from, to } = dateBounds(op, operand, { ...context, kind: 'date' })
  if (op === 'before') return end !== null && (to === undefined || end < to)
  if (op === 'after') return start !== null && (from === undefined || start >= from)
  if (from !== undefined && to !== undefined && from >= to) return false
  const endsBefore = end !== null && from !== undefined && end < from
  const startsAfter = start !== null && to !== undefined && start >= to
  return !endsBefore && !startsAfter
}

function testId({ op, operand, value }: Case): boolean {
  return op === 'anyOf' ? listOf(operand).includes(value) : op === 'is' && value === operand
}

function testIds({ op, operand, value }: Case): boolean {
  const ids = listOf(value)
  if (op === 'allOf') return listOf(operand).every((id) => ids.includes(id))
  return op === 'anyOf' && listOf(operand).some((id) => ids.includes(id))
}

function hasText(value: unknown, operand: unknown): boolean {
  if (typeof value === 'string') return fold(value).includes(fold(String(operand)))
  if (Array.isArray(value)) return value.some((item) => hasText(item, operand))
  return isObject(value) && Object.values(value).some((item) => hasText(item, operand))
}

function totalOf(value: unknown): number {
  return toNumber(sumOfTotals(listOf(value) as LineItem[]))
}

const earthRadiusKm = 6371.0088

function isWithin(value: unknown, operand: unknown): boolean {
  if (!isObject(value) || typeof value.lat !== 'number' || typeof value.lng !== 'number') return false
  const { lat, lng, km } = operand as Distance
  return distanceKm({ lat: value.lat, lng: value.lng }, { lat, lng }) <= km
}

interface Point {
  lat: number
  lng: number
}

/** Haversine. */
export function distanceKm(a: Point, b: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const half =
    Math.sin(radians(a.lat - b.lat) / 2) ** 2 +
    Math.cos(radians(b.lat)) * Math.cos(radians(a.lat)) * Math.sin(radians(a.lng - b.lng) / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, half)))
}
