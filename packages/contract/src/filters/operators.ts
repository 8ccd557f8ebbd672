/** The operators of the filter language by family, and their operands. */
import type { OperatorFamily } from '../fields/families.ts'

/** The shape of a condition's value; the web app has one input per operand. */
export const operators = {
  is: 'one',
  isNot: 'one',
  contains: 'text',
  notContains: 'text',
  startsWith: 'text',
  endsWith: 'text',
  anyOf: 'many',
  noneOf: 'many',
  allOf: 'many',
  isEmpty: 'nothing',
  isNotEmpty: 'nothing',
  lt: 'one',
  lte: 'one',
  gt: 'one',
  gte: 'one',
  between: 'pair',
  /** A calendar day in the team's zone. */
  on: 'day',
  before: 'day',
  after: 'day',
  /** `{ amount, unit }`: from that long ago until now, or from now until then. Calendar units use the team's zone. */
  withinLast: 'duration',
  withinNext: 'duration',
  /** The current day, week (from Monday), month, quarter or year. */
  thisPeriod: 'period',
  /** Linked records that match a nested filter: at least one, or none. */
  some: 'where',
  none: 'where',
  /** Collections that the record (or linked record) belongs to. */
  memberOf: 'collection',
  notMemberOf: 'collection',
  /** `{ lat, lng, km }`: distance on a sphere of the earth's mean radius. */
  within: 'distance',
} as const

export type Operator = keyof typeof operators
export type Operand = (typeof operators)[Operator]

export const periodUnits = ['day', 'week', 'month', 'quarter', 'year'] as const
export type PeriodUnit = (typeof periodUnits)[number]
export const durationUnits = ['hour', 'day', 'week', 'month', 'year'] as const
export type DurationUnit = (typeof durationUnits)[number]

const empties = ['isEmpty', 'isNotEmpty'] as const

export const familyOperators: Record<OperatorFamily, readonly Operator[]> = {
  text: ['contains', 'notContains', 'is', 'isNot', 'startsWith', 'endsWith', 'anyOf', 'noneOf', ...empties],
  number: ['is', 'isNot', 'lt', 'lte', 'gt', 'gte', 'between', ...empties],
  boolean: ['is', ...empties],
  date: ['on', 'before', 'after', 'between', 'withinLast', 'withinNext', 'thisPeriod', ...empties],
  choice: ['is', 'isNot', 'anyOf', 'noneOf', ...empties],
  reference: ['is', 'isNot', 'anyOf', 'noneOf', 'some', 'none', ...empties],
  file: [...empties],
  structured: ['contains', 'notContains', ...empties],
}
