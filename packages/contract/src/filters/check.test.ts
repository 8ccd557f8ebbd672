import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type DataType, dataTypes } from '../fields/families.ts'
import { arbitraryFilter, arbitraryOperand, arbitraryValue, type World } from './arbitrary.test-support.ts'
import { type Filter, filterSchema, maxFilterConditions } from './ast.ts'
import { checkFilter } from './check.ts'
import { evaluate, type FilterRecord } from './evaluate.ts'
import { operators } from './operators.ts'
import { type FilterField, subjectOf } from './subjects.ts'
import { resolveFilter } from './variables.ts'

const everyField: FilterField[] = dataTypes.map((dataType) => ({
  columnName: dataType,
  dataType,
  settings: ['single_data_record', 'multi_data_record'].includes(dataType) ? { dataCollectionId: 7 } : {},
}))
const world: World = {
  ids: [1, 2, 3, 40],
  collectionIds: [7, 8],
  fileIds: ['0191b2f0-7a4e-4c1e-9d52-0f6f1c2d3e41'],
  now: new Date('2024-03-10T15:30:00Z'),
  fieldsOf: (id) => (id === 7 ? everyField : undefined),
}
const record: FilterRecord = {
  id: 1,
  name: 'Ada',
  createdAt: '2024-03-10T05:00:00Z',
  updatedAt: null,
  createdBy: 1,
  updatedBy: null,
  dataCollectionIds: [7],
  values: {},
}

function errorsOf(
  filter: unknown,
  dataType: DataType = 'plain_text',
  settings: Record<string, unknown> = {},
) {
  const checked = checkFilter(filter as Filter, [{ columnName: 'f', dataType, settings }], world)
  return checked.ok ? [] : checked.errors
}

describe.each(dataTypes)('%s', (dataType) => {
  const field = everyField.find((one) => one.dataType === dataType)!
  const subject = subjectOf(dataType, everyField)!

  it('has operators that pass the check and run', () => {
    expect(subject.operators.length).toBeGreaterThan(0)
    for (const op of subject.operators) {
      const condition = (value: unknown): Filter =>
        operators[op] === 'where'
          ? { field: dataType, op, where: { field: '@name', op: 'contains', value: 'a' } }
          : { field: dataType, op, ...(value === undefined ? {} : { value }) }
      const [operand] = fc.sample(
        arbitraryOperand(subject, op, world).filter(
          (value) => checkFilter(condition(value), everyField, world).ok,
        ),
        1,
      )
      const property = fc.property(arbitraryValue(field, world), (value) => {
        const resolved = resolveFilter(condition(operand), {})
        const context = { fields: everyField, timeZone: 'America/New_York', linked: () => record, ...world }
        const one = { ...record, values: { [dataType]: value } }
        expect(evaluate({ not: resolved }, one, context)).toBe(!evaluate(resolved, one, context))
      })
      fc.assert(property, { numRuns: 20 })
    }
  })

  it('rejects operators of other families and operands of the wrong shape', () => {
    for (const op of Object.keys(operators) as (keyof typeof operators)[]) {
      if (!subject.operators.includes(op))
        expect(errorsOf({ field: 'f', op, value: 1 }, dataType)).toEqual([{ path: 'op', code: 'invalid' }])
      else if (operators[op] !== 'nothing')
        expect(errorsOf({ field: 'f', op, value: { no: true } }, dataType)).not.toEqual([])
    }
  })
})

it('accepts and runs every generated filter', () => {
  const property = fc.property(arbitraryFilter(everyField, world), (filter) => {
    expect(checkFilter(filter, everyField, world)).toEqual({ ok: true, filter })
    expect(filterSchema.safeParse(JSON.parse(JSON.stringify(filter))).success).toBe(true)
    const context = { fields: everyField, timeZone: 'Asia/Kathmandu', linked: () => record, ...world }
    expect(typeof evaluate(resolveFilter(filter, {}), record, context)).toBe('boolean')
  })
  fc.assert(property, { numRuns: 300 })
})

const usd = (amount: number) => ({ amount, currency: 'USD' })
const eur = (amount: number) => ({ amount, currency: 'EUR' })

describe('errors', () => {
  it('report the path', () => {
    const filter = {
      and: [{ not: { field: 'nope', op: 'is', value: 1 } }, { or: [{ field: 'f', op: 'lt', value: 1 }] }],
    }
    expect(errorsOf(filter)).toEqual([
      { path: 'and.0.not.field', code: 'unknown_field' },
      { path: 'and.1.or.0.op', code: 'invalid' },
    ])
  })

  it.each([
    [{ field: 'f', op: 'is', value: '' }, 'plain_text', 'value', 'required'],
    [{ field: 'f', op: 'is' }, 'plain_text', 'value', 'required'],
    [{ field: 'f', op: 'is', value: 'a\0' }, 'plain_text', 'value', 'not_text'],
    [{ field: 'f', op: 'anyOf', value: [] }, 'plain_text', 'value', 'required'],
    [{ field: 'f', op: 'isEmpty', value: 1 }, 'plain_text', 'value', 'invalid'],
    [{ field: 'f', op: 'is', value: '5' }, 'number', 'value', 'not_a_number'],
    [{ field: 'f', op: 'between', value: [2, 1] }, 'number', 'value', 'range_reversed'],
    [{ field: 'f', op: 'between', value: [usd(1), eur(2)] }, 'money', 'value', 'wrong_currency'],
    [{ field: 'f', op: 'between', value: ['2024-02-01', '2024-01-01'] }, 'date', 'value', 'range_reversed'],
    [{ field: 'f', op: 'on', value: '2024-02-30' }, 'date', 'value', 'not_a_date'],
    [{ field: 'f', op: 'on', value: '9999-12-31' }, 'date', 'value', 'out_of_range'],
    [{ field: 'f', op: 'on', value: { variable: 'currentUser' } }, 'date', 'value', 'invalid'],
    [{ field: 'f', op: 'is', value: { variable: 'today' } }, 'plain_text', 'value', 'invalid'],
    [{ field: 'f', op: 'anyOf', value: ['a', { variable: 'x' }] }, 'plain_text', 'value.1', 'invalid'],
    [{ field: 'f', op: 'some' }, 'single_data_record', 'where', 'required'],
    [{ field: 'f', op: 'some', where: { and: [] } }, 'single_data_record', 'field', 'unknown_collection'],
  ] as const)('%j on %s', (filter, dataType, path, code) => {
    expect(errorsOf(filter, dataType)).toEqual([{ path, code }])
  })

  it('limits depth and number of conditions', () => {
    const condition = { field: 'f', op: 'isEmpty' }
    const deep = (levels: number): unknown => (levels === 0 ? condition : { not: deep(levels - 1) })
    expect(errorsOf(deep(9))).toEqual([])
    expect(errorsOf(deep(10))[0]?.code).toBe('too_many')
    expect(errorsOf({ or: Array.from({ length: maxFilterConditions }, () => condition) })).toEqual([])
    expect(errorsOf({ or: Array.from({ length: maxFilterConditions + 50 }, () => condition) })).toEqual([
      { path: '', code: 'too_many' },
    ])
  })

  it('looks at no more nodes than a filter may have', () => {
    let looked = 0
    const condition = new Proxy(
      { field: 'f', op: 'isEmpty' },
      {
        has(target, key) {
          looked++
          return key in target
        },
      },
    )
    const tree = { or: Array.from({ length: 50_000 }, () => condition) }
    expect(filterSchema.safeParse(tree).error?.issues).toMatchObject([{ path: [], message: 'too_many' }])
    expect(looked).toBeLessThan(10_000)
    expect(
      filterSchema.safeParse({ and: [{ or: Array.from({ length: 99 }, () => condition) }] }).success,
    ).toBe(true)
  })

  it('accepts only variables of the context', () => {
    const filter: Filter = { field: 'f', op: 'is', value: { variable: 'guest' } }
    const fields: FilterField[] = [{ columnName: 'f', dataType: 'plain_text', settings: {} }]
    expect(checkFilter(filter, fields, { variables: ['guest'] }).ok).toBe(true)
    expect(checkFilter(filter, fields, { variables: 'any' }).ok).toBe(true)
    expect(checkFilter(filter, fields).ok).toBe(false)
  })
})

describe('filterSchema', () => {
  it('rejects trees of many thousand levels without a stack overflow', () => {
    let tree: unknown = { field: 'f', op: 'isEmpty' }
    for (let i = 0; i < 100_000; i++) tree = { not: tree }
    expect(filterSchema.safeParse(tree).success).toBe(false)
  })

  it('rejects unknown keys and operators', () => {
    expect(filterSchema.safeParse({ field: 'f', op: 'like', value: '%' }).success).toBe(false)
    expect(filterSchema.safeParse({ field: 'f', op: 'is', value: 1, sql: '' }).success).toBe(false)
  })

  it('can be converted to JSON Schema', () => {
    expect(() => z.toJSONSchema(z.object({ filter: filterSchema.optional() }), { io: 'input' })).not.toThrow()
  })
})
