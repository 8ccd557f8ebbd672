import { expect, it } from 'vitest'
import { valuesSchema } from './records.schema.ts'

it('reads values by column name, of which none is longer than a column', () => {
  const values = { name: 'Ada', ['x'.repeat(63)]: null, facts: [{ label: 'Boat' }] }
  expect(valuesSchema.parse(values)).toEqual(values)
  const long = 'x'.repeat(64)
  expect(valuesSchema.safeParse({ name: 'Ada', [long]: 1 }).error?.issues).toMatchObject([{ path: [long] }])
  for (const other of [null, [], 'name', 1]) expect(valuesSchema.safeParse(other).success).toBe(false)
})
