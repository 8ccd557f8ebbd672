import { expect, test } from 'vitest'
import { choiceOf, choicesToSend, differs, proposal } from './compare.ts'

const field = (columnName: string, dataType: string, isUnique = false) => ({
  columnName,
  dataType: dataType as 'number',
  isUnique,
  canUpdate: true,
})
const name = field('name', 'plain_text')
const email = field('email', 'email_address', true)
const offices = field('offices', 'multi_data_record')
const record = (id: number, updatedAt: string | null, values: Record<string, unknown>) => ({
  id,
  updatedAt,
  values,
})
const records = [
  record(1, '2026-01-01', { name: 'Old', email: 'a@x.org', offices: [1, 2] }),
  record(2, '2026-02-01', { name: 'New', email: 'b@x.org', offices: [2, 1] }),
  record(3, '2026-03-01', { name: '', email: null, offices: [] }),
]

test('proposes the newest value that is not empty, the survivor’s unique values, and united lists', () => {
  expect(proposal(name, records, 1)).toBe(2)
  expect(proposal(email, records, 1)).toBe(1)
  expect(proposal(email, records, 3)).toBe(2)
  expect(proposal(offices, records, 1)).toBe('united')
  expect(proposal(field('none', 'number'), records, 1)).toBeNull()
})

test('lists with the same items in another order are equal; an empty and a filled value differ', () => {
  expect(differs(offices, records.slice(0, 2))).toBe(false)
  expect(differs(offices, records)).toBe(true)
  expect(differs(name, records)).toBe(true)
  expect(differs(field('none', 'number'), records)).toBe(false)
})

test('a choice counts while its record is included, and only differences are sent', () => {
  const chosen = { name: 1, offices: 'united' as const }
  expect(choiceOf(name, records, 1, chosen)).toBe(1)
  expect(choiceOf(name, records.slice(1), 2, chosen)).toBe(2)
  expect(choicesToSend([name, email, offices], records, 1, chosen)).toEqual({ name: 1, email: 1 })
  expect(choicesToSend([{ ...name, canUpdate: false }], records, 1, chosen)).toEqual({})
})
