import { describe, expect, it } from 'vitest'
import type { MessageBlock } from './blocks/index.ts'
import { newBlock } from './blocks/index.ts'
import { messageDesignSchema } from './design.ts'
import { htmlToText, textVersion } from './text-version.ts'

let last = 0
const newId = () => `b${++last}`
const made = (type: MessageBlock['type'], settings: object = {}, more: object = {}): MessageBlock => {
  const block = newBlock(type, newId)
  return { ...block, settings: { ...block.settings, ...settings }, ...more } as MessageBlock
}

describe('textVersion', () => {
  it('writes every block in reading order, and merge fields as Liquid', () => {
    const columns = made('columns') as Extract<MessageBlock, { type: 'columns' }>
    const children = columns.children.map((column, n) => ({
      ...column,
      children: [made('heading', { text: `Column ${n + 1}` })],
    }))
    const design = messageDesignSchema.parse({
      blocks: [
        made('heading', { text: 'Hello {{ field.first_name }}' }),
        made('text', { html: '<p>One<br>two</p><p><a href="https://x.org/?a=1&amp;b=2">More</a></p>' }),
        made('button', { label: 'Join', url: 'https://x.org' }),
        made('image', { alt: 'A dog', url: 'https://dogs.org' }),
        made('image', { alt: 'ignored', isDecorative: true }),
        { ...columns, children },
        made('divider'),
        made('spacer'),
        made('social', { links: [{ network: 'x', url: 'https://x.com/a' }] }),
        made('view_list', { dataViewId: 3 }),
      ],
    })
    expect(textVersion(design, ({ dataViewId }) => `list ${dataViewId}`)).toBe(
      [
        'Hello {{ field.first_name }}',
        'One\ntwo\n\nMore (https://x.org/?a=1&b=2)',
        'Join: https://x.org',
        'A dog: https://dogs.org',
        'Column 1',
        'Column 2',
        '---',
        'X: https://x.com/a',
        'list 3',
      ].join('\n\n'),
    )
  })
})

describe('htmlToText', () => {
  it('marks the items of lists', () => {
    const html =
      '<p>Bring:</p><ul><li><p>bread</p></li><li>milk<ol start="3"><li>warm</li><li>cold</li></ol></li></ul><p>End</p>'
    expect(htmlToText(html)).toBe('Bring:\n\n- bread\n- milk\n  3. warm\n  4. cold\n\nEnd')
  })

  it('does not repeat an address that is the text of its link', () => {
    expect(htmlToText('<a href="https://x.org">x.org</a> <a href="mailto:a@b.org">a@b.org</a>')).toBe(
      'x.org a@b.org',
    )
  })

  it('decodes, keeps Liquid and leaves scripts out', () => {
    expect(htmlToText('a &lt; b{% if field.n &gt; 1 %}!{% endif %}<style>p{}</style><hr>c')).toBe(
      'a < b{% if field.n > 1 %}!{% endif %}\n\n---\n\nc',
    )
  })

  it('puts the cells of a row on a line', () => {
    expect(htmlToText('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>')).toBe('a b\nc')
  })
})
