/**
 * Random records and filters for the property tests of the contract and of the server, which compare SQL with
 * `evaluate`. Operands are drawn from the same small sets as values, so that conditions match about half of the time.
 */
import fc from 'fast-check'
import type { Storage } from '../fields/families.ts'
import { addDays, formatDay } from '../fields/time/calendar.ts'
import { formatInstant } from '../fields/time/date-time.ts'
import { aLineItem } from '../fields/types/common/line-items.ts'
import { fieldType } from '../fields/types/index.ts'
import { settingsOf } from '../fields/validate.ts'
import { isStorableText } from '../text.ts'
import type { Condition, Filter } from './ast.ts'
import { checkFilter } from './check.ts'
import { durationUnits, type Operand, type Operator, operators, periodUnits } from './operators.ts'
import { type FilterField, type Subject, subjectOf } from './subjects.ts'

/** What a test's filters and records may refer to. */
export interface World {
  /** Ids of records, list items or collections that values may contain; also used as ids of users. */
  ids: readonly number[]
  /** Ids of collections for `memberOf`. */
  collectionIds?: readonly number[]
  fileIds?: readonly string[]
  /** Generated dates are near this moment. */
  now: Date
  /** Fields of linked collections, for nested filters. */
  fieldsOf?: (dataCollectionId: number) => readonly FilterField[] | undefined
}

const words = [
  'Ada',
  'ADA',
  'ádá',
  'Straße',
  'STRASSE',
  'œuvre',
  'Ωσός',
  'İstanbul',
  '100%',
  'a_b',
  'a\\b',
  'O’Neil',
]
const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((w) => w.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }).filter(isStorableText) },
)
const amount = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 100),
  fc.constantFrom(0.1, 0.3, 1e-7, 123456789012345, -0.5),
)
const whole = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.maxSafeInteger())
const currency = fc.constantFrom('USD', 'EUR')
const minutes = 60_000

function dayNear({ now }: World): fc.Arbitrary<string> {
  const base = formatDay(now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate())
  const near = fc.integer({ min: -800, max: 800 }).map((days) => addDays(base, days) ?? base)
  return fc.oneof(
    fc.integer({ min: -4, max: 4 }).map((days) => addDays(base, days) ?? base),
    near,
  )
}

function instantNear({ now }: World): fc.Arbitrary<string> {
  const at = (n: number): string => formatInstant(now.getTime() + n * minutes)
  return fc.oneof(
    fc.integer({ min: -4000, max: 4000 }).map(at),
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map(at),
    fc.constantFrom(0, -60, 60, -1440, 1440).map(at),
  )
}

function some(ids: readonly number[]): fc.Arbitrary<number[]> {
  return fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 4 })
}

/** Input for values of a storage; what the type rejects becomes empty. */
const valuesOf: Record<Storage, (world: World) => fc.Arbitrary<unknown>> = {
  text: () => text,
  html: () =>
    text.map((words) => `<p>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p><p>b <b>c</b>d</p>`),
  bigint: () => whole,
  numeric: () => amount,
  money: () => fc.record({ amount, currency }),
  boolean: () => fc.boolean(),
  date: dayNear,
  timestamptz: instantNear,
  daterange: (world) =>
    fc
      .tuple(fc.option(dayNear(world), { freq: 4 }), fc.option(dayNear(world), { freq: 4 }))
      .map(([a, b]) => (a !== null && b !== null && a > b ? { start: b, end: a } : { start: a, end: b })),
  id: ({ ids }) => fc.constantFrom(...ids),
  ids: ({ ids }) => some(ids),
  links: ({ ids }) => some(ids),
  file: ({ fileIds = [] }) => fc.constantFrom(null, ...fileIds),
  files: ({ fileIds = [] }) => fc.subarray([...fileIds]),
  video: ({ fileIds = [] }) => fc.constantFrom('https://youtu.be/dQw4w9WgXcQ', ...fileIds),
  json: () =>
    fc.oneof(
      fc.array(fc.record({ label: text, value: text }), { maxLength: 3 }),
      fc.record({
        line1: fc.option(text),
        city: fc.option(text),
        lat: fc.double({ min: -90, max: 90, noNaN: true }).map((n) => Number(n.toFixed(5))),
        lng: fc.double({ min: -180, max: 180, noNaN: true }).map((n) => Number(n.toFixed(5))),
      }),
    ),
  json_total: () => {
    const item = fc
      .tuple(
        text,
        fc.integer({ min: -3, max: 9 }),
        fc.integer({ min: 0, max: 5000 }),
        fc.constantFrom(0, 8.5, 21),
      )
      .map(([description, quantity, cents, tax]) => aLineItem(description.trim(), quantity, cents / 100, tax))
    return fc.oneof(item, fc.array(item, { minLength: 1, maxLength: 3 }))
  },
}

/** A value that the field accepts, as it is stored; sometimes null. */
export function arbitraryValue(field: FilterField, world: World): fc.Arbitrary<unknown> {
  const type = fieldType(field.dataType)
  const settings = settingsOf(field)
  const examples = type.examples({ ids: world.ids, fileIds: world.fileIds ?? [] }).values
  const raw = fc.oneof(
    valuesOf[type.storage](world),
    fc.constantFrom(...(examples.length > 0 ? examples : [null])),
  )
  const value = raw.map((input) => {
    const parsed = type.parse(input, settings)
    return parsed.ok ? parsed.value : null
  })
  return fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 6, arbitrary: value })
}

/** A normalised filter that `checkFilter` accepts for these fields. */
export function arbitraryFilter(fields: readonly FilterField[], world: World): fc.Arbitrary<Filter> {
  const names = [...fields.map((field) => field.columnName), '@id', '@name', '@createdAt', '@createdBy']
  const withMembership = world.collectionIds?.length ? [...names, '@collections'] : names
  return filterOver(fields, withMembership, world, 2)
}

function filterOver(
  fields: readonly FilterField[],
  names: readonly string[],
  world: World,
  depth: number,
): fc.Arbitrary<Filter> {
  const condition = fc
    .constantFrom(...names)
    .chain((name) => arbitraryCondition(name, fields, world, depth))
    .filter((filter) => checkFilter(filter, fields, world).ok)
    .map((filter) => {
      const checked = checkFilter(filter, fields, world)
      return checked.ok ? checked.filter : filter
    })
  if (depth <= 0) return condition
  const inner = filterOver(fields, names, world, depth - 1)
  const parts = fc.array(inner, { maxLength: 3 })
  return fc.oneof(
    { weight: 4, arbitrary: condition as fc.Arbitrary<Filter> },
    { weight: 1, arbitrary: parts.map((and): Filter => ({ and })) },
    { weight: 1, arbitrary: parts.map((or): Filter => ({ or })) },
    { weight: 1, arbitrary: inner.map((not): Filter => ({ not })) },
  )
}

function arbitraryCondition(
  field: string,
  fields: readonly FilterField[],
  world: World,
  depth: number,
): fc.Arbitrary<Condition> {
  const subject = subjectOf(field, fields)
  if (!subject) throw new Error(`unknown field ${field}`)
  const linked = subject.target === null ? undefined : world.fieldsOf?.(subject.target)
  const usable = subject.operators.filter((op) => operators[op] !== 'where' || linked)
  return fc.constantFrom(...usable).chain((op): fc.Arbitrary<Condition> => {
    if (operators[op] === 'nothing') return fc.constant({ field, op })
    if (operators[op] === 'where' && linked) {
      const names = [...linked.map(({ columnName }) => columnName), '@id']
      return filterOver(linked, names, world, Math.min(depth, 1) - 1).map((where) => ({ field, op, where }))
    }
    return arbitraryOperand(subject, op, world).map((value) => ({ field, op, value }))
  })
}

/** An operand of the right shape for an operator of a field; a reversed pair may still be rejected. */
export function arbitraryOperand(subject: Subject, op: Operator, world: World): fc.Arbitrary<unknown> {
  const literal = literalOf(subject, op, world)
  const day = fc.oneof(
    { weight: 5, arbitrary: dayNear(world) as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.constantFrom({ variable: 'today' }, { variable: 'now' }) },
  )
  const isDate = subject.type?.family === 'date'
  const byOperand: Record<Operand, () => fc.Arbitrary<unknown>> = {
    one: () => literal,
    text: () => literal,
    many: () => fc.array(literal, { minLength: 1, maxLength: 3 }),
    pair: () => fc.tuple(isDate ? day : literal, isDate ? day : literal).map(inOrder),
    day: () => day,
    duration: () =>
      fc.record({ amount: fc.integer({ min: 1, max: 30 }), unit: fc.constantFrom(...durationUnits) }),
    period: () => fc.constantFrom(...periodUnits),
    collection: () => some(world.collectionIds ?? world.ids),
    distance: () =>
      fc.record({
        lat: fc.double({ min: -90, max: 90, noNaN: true }),
        lng: fc.double({ min: -180, max: 180, noNaN: true }),
        km: fc.double({ min: 1, max: 20_000, noNaN: true }),
      }),
    nothing: () => fc.constant(undefined),
    where: () => fc.constant(undefined),
  }
  return byOperand[operators[op]]()
}

function inOrder(pair: unknown[]): unknown[] {
  const size = (bound: unknown): number | string => (bound as { amount?: number }).amount ?? (bound as string)
  return size(pair[0]) > size(pair[1]) ? pair.reverse() : pair
}

function literalOf(subject: Subject, op: Operator, world: World): fc.Arbitrary<unknown> {
  const { type } = subject
  if (!type) return fc.constantFrom(...world.ids)
  if (operators[op] === 'text') return oneOf(type.choices, text)
  if (type.storage === 'text')
    return oneOf(type.choices, fc.oneof(text, fc.constantFrom(...examplesOf(subject))))
  if (type.storage === 'html') return text
  if (type.storage === 'ids' || type.storage === 'links') return fc.constantFrom(...world.ids)
  if (type.storage === 'json_total') return amount
  if (type.storage === 'money') return fc.oneof(amount, fc.record({ amount, currency }))
  return valuesOf[type.storage](world)
}

function oneOf(choices: readonly string[] | undefined, others: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return choices ? fc.constantFrom(...choices) : others
}

function examplesOf({ type }: Subject): readonly unknown[] {
  const examples = type?.examples({ ids: [1], fileIds: [] }).values ?? []
  return examples.length > 0 ? examples : ['x']
}
