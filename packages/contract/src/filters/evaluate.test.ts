/** Covers the semantics table of evaluate.ts row by row. */
import { describe, expect, it } from 'vitest'
import type { DataType } from '../fields/families.ts'
import type { Filter } from './ast.ts'
import { type CheckContext, checkFilter } from './check.ts'
import { distanceKm, evaluate, type FilterRecord } from './evaluate.ts'
import type { Operator } from './operators.ts'
import type { FilterField } from './subjects.ts'
import { resolveFilter } from './variables.ts'

const now = '2024-03-10T15:30:00Z'
const timeZone = 'America/New_York'
const offices: FilterField[] = [{ columnName: 'title', dataType: 'plain_text', settings: {} }]
const context: CheckContext = { fieldsOf: (id) => (id === 7 ? offices : undefined) }

const mayor = aRecord({ id: 70, values: { title: 'Mayor' } })
const clerk = aRecord({ id: 71, values: { title: 'Clerk' } })

function aRecord(own: Partial<FilterRecord>): FilterRecord {
  const none = { name: null, createdAt: null, updatedAt: null, createdBy: null, updatedBy: null }
  return { id: 1, ...none, values: {}, ...own }
}

/** Whether a condition on a field of this type matches a value. */
function holds(dataType: DataType, value: unknown, op: Operator, operand?: unknown, where?: Filter): boolean {
  const fields: FilterField[] = [{ columnName: 'f', dataType, settings: { dataCollectionId: 7 } }]
  return run({ field: 'f', op, ...(operand === undefined ? {} : { value: operand }), where }, fields, {
    f: value,
  })
}

function run(filter: Filter, fields: FilterField[], values: Record<string, unknown>): boolean {
  return runOn(filter, fields, aRecord({ values }))
}

function runOn(filter: Filter, fields: FilterField[], record: FilterRecord): boolean {
  const checked = checkFilter(filter, fields, context)
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors))
  const linked = (id: number) => [mayor, clerk].find((one) => one.id === id)
  const resolved = resolveFilter(checked.filter, { currentUser: 5 })
  return evaluate(resolved, record, { fields, now, timeZone, linked, ...context })
}

type Row = [dataType: DataType, value: unknown, op: Operator, operand: unknown, expected: boolean]
const rows: Row[] = [
  ['plain_text', 'Émile Zola', 'is', 'emile ZOLA', true],
  ['plain_text', 'Straße', 'is', 'STRASSE', true],
  ['plain_text', 'ΟΔΟΣ', 'is', 'οδος', true],
  ['plain_text', 'Émile', 'isNot', 'emile', false],
  ['plain_text', null, 'isNot', 'emile', true],
  ['plain_text', null, 'is', 'emile', false],
  ['plain_text', '100% sure', 'contains', '0% S', true],
  ['plain_text', '1000 sure', 'contains', '0% S', false],
  ['plain_text', 'abc', 'notContains', 'B', false],
  ['plain_text', null, 'notContains', 'b', true],
  ['plain_text', 'Łódź', 'startsWith', 'lo', true],
  ['plain_text', 'Łódź', 'endsWith', 'DZ', true],
  ['plain_text', 'b', 'anyOf', ['A', 'B'], true],
  ['plain_text', 'b', 'noneOf', ['A', 'B'], false],
  ['plain_text', null, 'noneOf', ['a'], true],
  ['plain_text', null, 'isEmpty', undefined, true],
  ['plain_text', 'x', 'isEmpty', undefined, false],
  ['plain_text', 'x', 'isNotEmpty', undefined, true],
  ['formatted_text', '<p>one</p><p>t<b>w</b>o</p>', 'contains', 'one two', true],
  ['formatted_text', '<p>a &lt; b</p>', 'is', 'A < B', true],
  ['formatted_text', '<p>x</p>', 'contains', '<p>', false],
  ['phone_number', '+14155552671', 'contains', '(415) 555', true],
  ['phone_number', '+14155552671', 'startsWith', '+1 415', true],
  ['email_address', 'Ada@example.org', 'is', 'ada@EXAMPLE.org', true],
  ['payment_status', 'paid', 'anyOf', ['paid', 'pending'], true],
  ['payment_status', null, 'isNot', 'paid', true],
  ['number', 5, 'between', [5, 6], true],
  ['number', 5, 'lt', 5, false],
  ['number', 5, 'lte', 5, true],
  ['number', 5, 'gt', 4.5, true],
  ['number', 5, 'gte', 6, false],
  ['number', null, 'isNot', 5, true],
  ['number', null, 'lt', 5, false],
  ['decimal', 0.3, 'is', 0.3, true],
  ['money', { amount: 5, currency: 'USD' }, 'gte', 5, true],
  ['money', { amount: 5, currency: 'USD' }, 'gte', { amount: 5, currency: 'EUR' }, false],
  ['money', { amount: 5, currency: 'USD' }, 'isNot', { amount: 5, currency: 'EUR' }, true],
  ['money', { amount: 5, currency: 'USD' }, 'between', [{ amount: 1, currency: 'USD' }, 9], true],
  ['boolean', false, 'is', false, true],
  ['boolean', null, 'is', false, false],
  ['date', '2024-03-10', 'on', { variable: 'today' }, true],
  ['date', '2024-03-09', 'before', '2024-03-10', true],
  ['date', '2024-03-10', 'before', '2024-03-10', false],
  ['date', '2024-03-11', 'after', '2024-03-10', true],
  ['date', '2024-03-10', 'after', '2024-03-10', false],
  ['date', '2024-03-12', 'between', ['2024-03-10', '2024-03-12'], true],
  ['date', '2024-03-03', 'withinLast', { amount: 1, unit: 'week' }, true],
  ['date', '2024-03-02', 'withinLast', { amount: 1, unit: 'week' }, false],
  ['date', '2024-03-11', 'withinLast', { amount: 1, unit: 'week' }, false],
  ['date', '2024-04-10', 'withinNext', { amount: 1, unit: 'month' }, true],
  ['date', '2024-03-04', 'thisPeriod', 'week', true],
  ['date', '2024-03-11', 'thisPeriod', 'week', false],
  ['date', null, 'before', '2024-03-10', false],
  // The day on which summer time starts has 23 hours in New York: 05:00Z to 04:00Z.
  ['date_time', '2024-03-10T04:59:59Z', 'on', '2024-03-10', false],
  ['date_time', '2024-03-10T05:00:00Z', 'on', '2024-03-10', true],
  ['date_time', '2024-03-11T03:59:59.999Z', 'on', '2024-03-10', true],
  ['date_time', '2024-03-11T04:00:00Z', 'on', '2024-03-10', false],
  ['date_time', '2024-03-11T04:00:00Z', 'after', '2024-03-10', true],
  ['date_time', '2024-03-10T15:30:00Z', 'withinLast', { amount: 1, unit: 'hour' }, true],
  ['date_time', '2024-03-10T14:30:00Z', 'withinLast', { amount: 1, unit: 'hour' }, true],
  ['date_time', '2024-03-10T14:29:59Z', 'withinLast', { amount: 1, unit: 'hour' }, false],
  // The same local time a day ago, which was 23 hours ago.
  ['date_time', '2024-03-09T16:30:00Z', 'withinLast', { amount: 1, unit: 'day' }, true],
  ['date_time', '2024-03-09T16:29:59Z', 'withinLast', { amount: 1, unit: 'day' }, false],
  ['date_range', { start: '2024-03-01', end: '2024-03-31' }, 'on', '2024-03-31', true],
  ['date_range', { start: '2024-03-01', end: null }, 'on', '2034-03-31', true],
  ['date_range', { start: '2024-03-01', end: '2024-03-09' }, 'before', '2024-03-10', true],
  ['date_range', { start: '2024-03-01', end: '2024-03-10' }, 'before', '2024-03-10', false],
  ['date_range', { start: null, end: '2024-03-09' }, 'after', '2024-03-01', false],
  ['date_range', { start: '2024-03-02', end: null }, 'after', '2024-03-01', true],
  ['date_range', { start: '2024-03-02', end: '2024-03-05' }, 'between', ['2024-03-05', '2024-03-06'], true],
  ['date_range', { start: '2024-02-01', end: '2024-03-01' }, 'thisPeriod', 'month', true],
  ['single_selection_from_list', 3, 'anyOf', [3, 4], true],
  ['single_selection_from_list', null, 'noneOf', [3, 4], true],
  ['multi_selection_from_list', [3, 4], 'anyOf', [4, 9], true],
  ['multi_selection_from_list', [3, 4], 'allOf', [4, 9], false],
  ['multi_selection_from_list', [3, 4], 'allOf', [4, 3], true],
  ['multi_selection_from_list', [3, 4], 'noneOf', [9], true],
  ['multi_selection_from_list', null, 'allOf', [9], false],
  ['single_data_record', 70, 'is', 70, true],
  ['single_data_record', null, 'isNot', 70, true],
  ['multi_data_collection', [3], 'anyOf', [3], true],
  ['physical_address', { line1: '1 Main St', city: 'Málaga', lat: null }, 'contains', 'malaga', true],
  ['physical_address', { line1: '1 Main St', lat: 40.5 }, 'contains', '40.5', false],
  ['physical_address', null, 'notContains', 'x', true],
  [
    'physical_address',
    { lat: 40.7128, lng: -74.006 },
    'within',
    { lat: 51.5074, lng: -0.1278, km: 5571 },
    true,
  ],
  [
    'physical_address',
    { lat: 40.7128, lng: -74.006 },
    'within',
    { lat: 51.5074, lng: -0.1278, km: 5570 },
    false,
  ],
  ['physical_address', { line1: 'x', lat: null, lng: null }, 'within', { lat: 0, lng: 0, km: 20_100 }, false],
  ['detail_list', [{ label: 'Height', value: '1.80' }], 'contains', 'HEIGHT', true],
  ['financial_line_items', [{ total: 0.1 }, { total: 0.2 }], 'is', 0.3, true],
  ['financial_line_items', [{ description: 'Hall', total: 1 }], 'contains', 'hall', true],
  ['single_file', null, 'isEmpty', undefined, true],
  ['multi_file', ['0191b2f0-7a4e-4c1e-9d52-0f6f1c2d3e41'], 'isNotEmpty', undefined, true],
]

describe('conditions', () => {
  it.each(rows)('%s %j %s %j is %s', (dataType, value, op, operand, expected) => {
    expect(holds(dataType, value, op, operand)).toBe(expected)
    const negated: Filter = { not: { field: 'f', op, ...(operand === undefined ? {} : { value: operand }) } }
    expect(run(negated, [{ columnName: 'f', dataType, settings: {} }], { f: value })).toBe(!expected)
  })
})

describe('links', () => {
  const where: Filter = { field: 'title', op: 'is', value: 'mayor' }

  it('matches fields of linked records', () => {
    expect(holds('multi_data_record', [71, 70], 'some', undefined, where)).toBe(true)
    expect(holds('multi_data_record', [71], 'some', undefined, where)).toBe(false)
    expect(holds('multi_data_record', [71], 'none', undefined, where)).toBe(true)
    expect(holds('single_data_record', 70, 'some', undefined, where)).toBe(true)
    expect(holds('multi_data_record', null, 'some', undefined, where)).toBe(false)
    expect(holds('multi_data_record', null, 'none', undefined, where)).toBe(true)
  })

  it('ignores records that do not exist', () => {
    expect(holds('multi_data_record', [99], 'some', undefined, { not: where })).toBe(false)
    expect(holds('multi_data_record', [99], 'none', undefined, { not: where })).toBe(true)
    expect(holds('multi_data_record', [99], 'isEmpty')).toBe(false)
  })
})

describe('fields of every record', () => {
  const record = aRecord({
    id: 9,
    name: 'Zoë',
    createdAt: '2024-03-10T05:00:00Z',
    createdBy: 5,
    dataCollectionIds: [7, 8],
  })
  const cases: [Filter, boolean][] = [
    [{ field: '@id', op: 'gt', value: 8 }, true],
    [{ field: '@name', op: 'is', value: 'zoe' }, true],
    [{ field: '@createdAt', op: 'on', value: { variable: 'today' } }, true],
    [{ field: '@createdBy', op: 'is', value: { variable: 'currentUser' } }, true],
    [{ field: '@createdBy', op: 'noneOf', value: [{ variable: 'currentUser' }, 6] }, false],
    [{ field: '@updatedBy', op: 'isEmpty' }, true],
    [{ field: '@updatedAt', op: 'before', value: '2030-01-01' }, false],
    [{ field: '@collections', op: 'memberOf', value: 8 }, true],
    [{ field: '@collections', op: 'notMemberOf', value: [9, 10] }, true],
    [{ and: [] }, true],
    [{ or: [] }, false],
  ]
  it.each(cases)('%j is %s', (filter, expected) => {
    expect(runOn(filter, [], record)).toBe(expected)
  })
})

it('measures distance on the sphere', () => {
  expect(distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(20015.1, 0)
  expect(distanceKm({ lat: 1, lng: 2 }, { lat: 1, lng: 2 })).toBe(0)
})
