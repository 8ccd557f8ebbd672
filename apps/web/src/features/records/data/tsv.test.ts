import { describe, expect, it } from 'vitest'
import { formatTsv, parseTsv } from './tsv.ts'

describe('spreadsheet text', () => {
  it.each<[string, string[][]]>([
    ['', [['']]],
    ['a', [['a']]],
    [
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\t\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"two\nlines"\tx', [['two\nlines', 'x']]],
    ['"say ""hi"""', [['say "hi"']]],
    ['"tab\tinside"', [['tab\tinside']]],
    ['5" pipe\t"open', [['5" pipe', '"open']]],
    ['"a" b\tc', [['"a" b', 'c']]],
    ['a\n\nb', [['a'], [''], ['b']]],
  ])('reads %j', (text, rows) => {
    expect(parseTsv(text)).toEqual(rows)
  })

  it('reads back what it writes', () => {
    const rows = [
      ['plain', 'with "quotes"', ''],
      ['two\nlines', 'a\tb', '"'],
    ]
    expect(parseTsv(formatTsv(rows))).toEqual(rows)
  })
})
