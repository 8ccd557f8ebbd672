import type { Filter } from '@muster/contract/filters/ast'
import { describe, expect, it } from 'vitest'
import { packFilter, packSort, unpackFilter, unpackSort } from './compact.ts'

describe('filters in the address', () => {
  it.each<[string, Filter]>([
    ['["party","anyOf",[12]]', { field: 'party', op: 'anyOf', value: [12] }],
    ['["fax","isEmpty"]', { field: 'fax', op: 'isEmpty' }],
    [
      '{"a":[["a","is",1],{"o":[["b","is",null],{"n":["c","isEmpty"]}]}]}',
      {
        and: [
          { field: 'a', op: 'is', value: 1 },
          { or: [{ field: 'b', op: 'is', value: null }, { not: { field: 'c', op: 'isEmpty' } }] },
        ],
      },
    ],
    [
      '["offices","some",null,["city","is","Reno"]]',
      { field: 'offices', op: 'some', where: { field: 'city', op: 'is', value: 'Reno' } },
    ],
  ])('%s', (text, filter) => {
    expect(JSON.stringify(packFilter(filter))).toBe(text)
    expect(unpackFilter(JSON.parse(text))).toEqual(filter)
  })

  it.each(['', null, 1, {}, ['a'], ['a', 'drop'], ['a', 'toString'], { a: [null] }, undefined])(
    'ignores %j',
    (packed) => {
      expect(unpackFilter(packed)).toBeUndefined()
    },
  )

  it('ignores a filter that is too deep', () => {
    let packed: unknown = ['a', 'isEmpty']
    for (let depth = 0; depth < 50; depth++) packed = { n: packed }
    expect(unpackFilter(packed)).toBeUndefined()
  })

  it('writes sorts short', () => {
    const sort = [
      { field: 'last_name', direction: 'asc' },
      { field: '@createdAt', direction: 'desc' },
    ] as const
    expect(packSort([...sort])).toBe('last_name,-@createdAt')
    expect(unpackSort('last_name,-@createdAt')).toEqual(sort)
    expect(unpackSort('')).toEqual([])
    expect(unpackSort(',-,')).toEqual([])
  })
})
