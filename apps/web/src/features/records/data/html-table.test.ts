import { describe, expect, it } from 'vitest'
import { htmlRows, isBetterThanText } from './html-table.ts'

const rows = (html: string) => [...htmlRows(html)]

describe('a table on the clipboard', () => {
  it.each<[string, string, string[][]]>([
    [
      'plain cells',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'no end tags',
      '<table><tr><td>a<td>b<tr><th>c<td>d</table>',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['merged columns', '<table><tr><td colspan=2>a</td><td>b</td></tr></table>', [['a', '', 'b']]],
    [
      'merged rows',
      '<table><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>',
      [
        ['a', 'b'],
        ['', 'c'],
      ],
    ],
    [
      'both at once',
      '<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c<tr><td>d<td>e<td>f</table>',
      [
        ['a', '', 'b'],
        ['', '', 'c'],
        ['d', 'e', 'f'],
      ],
    ],
    ['lines in a cell', '<table><tr><td>one<br>two<p>three</td></tr></table>', [['one\ntwo\nthree']]],
    [
      'line ends of the source',
      '<table>\n <tr>\n  <td>\n   one\n   word </td>\n </tr>\n</table>',
      [['one word']],
    ],
    [
      'signs',
      '<table><tr><td>a &amp; b &lt;i&gt; &#233;&#x20AC;&nbsp;x &unknown;</td></tr></table>',
      [['a & b <i> é€ x &unknown;']],
    ],
    ['marks inside', '<table><tr><td><b>bold</b> <a href="x>y">link</a></td></tr></table>', [['bold link']]],
    [
      'a table in a cell',
      '<table><tr><td>a<table><tr><td>b</td></tr></table></td><td>c</td></tr></table>',
      [['ab', 'c']],
    ],
    [
      'styles and comments',
      '<html><head><style>td{color:red}</style></head><body><!--StartFragment--><table><col width=64><tbody><tr><td>a</td></tr></tbody></table><!--EndFragment-->',
      [['a']],
    ],
    ['script', '<table><tr><td>a<script>alert("<td>x")</script></td></tr></table>', [['a']]],
    ['no table', '<p>a</p>', []],
  ])('is read with %s', (_name, html, expected) => {
    expect(rows(html)).toEqual(expected)
  })

  it('is preferred to text that has less information', () => {
    const table = '<table><tr><td>a</td></tr></table>'
    expect(isBetterThanText(table, '')).toBe(true)
    expect(isBetterThanText(table, 'a')).toBe(true)
    expect(isBetterThanText('<p>a</p>', 'a')).toBe(false)
    expect(isBetterThanText(`<meta name=ProgId content=Excel.Sheet>${table}`, 'a')).toBe(false)
    expect(isBetterThanText(`<google-sheets-html-origin>${table}`, 'a')).toBe(false)
  })
})
