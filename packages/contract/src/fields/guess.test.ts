import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnNameSchema } from './fields.schema.ts'
import { guessSettings, guessType, toColumnName } from './guess.ts'

describe('guessSettings', () => {
  it.each([
    ['year', ['1930', '2010'], true],
    ['BirthYear', ['1930', ''], true],
    ['Año', ['1000', '2100'], true],
    ['année de naissance', ['1871'], true],
    ['Year', ['1930', '2101'], false],
    ['Yearly income', ['1930'], false],
    ['Visitors', ['1930'], false],
    ['Year', [], false],
  ])('of %s with %j: without separators %s', (header, samples, isPlain) => {
    expect(guessSettings('number', samples, header)).toEqual(isPlain ? { displayFormat: 'plain' } : undefined)
  })
})

describe('guessType', () => {
  it.each([
    ['Active', ['yes', 'no', 'YES'], 'boolean'],
    ['Children', ['1', '0', '1'], 'number'],
    ['Members', ['1,204', '88', ''], 'number'],
    ['Height', ['1.80', '1.75'], 'decimal'],
    ['Turnout', ['61.5%', '70 %'], 'percentage'],
    ['Review', ['★★★★☆', '★★', '⭐⭐⭐'], 'rating'],
    ['Rating', ['4', '5', '3'], 'number'],
    ['Stars', ['★★★★★★★★', '★'], 'plain_text'],
    ['Born', ['1979-05-01', '2/28/1990'], 'date'],
    ['Seen', ['2024-05-01T10:00:00Z', '2024-05-01 10:00'], 'date_time'],
    ['Contact', ['ada@example.org', 'b@example.org'], 'email_address'],
    ['Site', ['https://example.org', 'www.example.org'], 'url'],
    ['Reach', ['+1 415 555 2671', '+34612345678'], 'phone_number'],
    ['Phone', ['4155552671', '2025550123'], 'phone_number'],
    ['Postal code', ['62701', '10001'], 'plain_text'],
    ['Ward', ['007', '012'], 'plain_text'],
    ['Account', ['1234567890123456', '1'], 'plain_text'],
    [
      'Party',
      Array.from({ length: 60 }, (_, i) => ['Blue', 'Green', 'Red'][i % 3] ?? ''),
      'single_selection_from_list',
    ],
    ['Notes', ['called twice', 'no answer'], 'plain_text'],
    ['Mixed', ['12', 'twelve'], 'plain_text'],
    ['Empty', ['', ' '], 'plain_text'],
  ])('%s is %3$s', (header, samples, expected) => {
    expect(guessType(samples, header)).toBe(expected)
  })
})

describe('toColumnName', () => {
  it.each([
    ['Date of birth', [], 'date_of_birth'],
    ['  N° d’élève (été) ', [], 'n_d_eleve_ete'],
    ['2nd phone', [], 'field_2nd_phone'],
    ['名前', [], 'field'],
    ['Order', [], 'order_2'],
    ['ID', [], 'id_2'],
    ['a__b', [], 'a_b'],
    ['Name', ['name', 'name_2'], 'name_3'],
    ['x'.repeat(80), ['x'.repeat(50)], `${'x'.repeat(48)}_2`],
  ])('%s beside %j is %s', (title, taken, expected) => {
    expect(toColumnName(title, taken)).toBe(expected)
  })

  it('always returns a valid and free column name', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (title, more) => {
      const taken = [...more, toColumnName(title)]
      const name = toColumnName(title, taken)
      expect(columnNameSchema.safeParse(name).success).toBe(true)
      expect(taken).not.toContain(name)
    })
    fc.assert(property)
  })
})
