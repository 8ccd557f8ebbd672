import { describe, expect, it } from 'vitest'
import type { ContentEnv } from './blocks/definition.ts'
import { isWarning } from './blocks/definition.ts'
import { type MessageBlock, messageBlocks, newBlock } from './blocks/index.ts'
import { allBlocks, checkContent, type MailContent, messageDesignSchema, usesOfContent } from './design.ts'

const gonePicture = '00000000-0000-4000-8000-000000000000'
const env: ContentEnv = {
  mergeNames: new Set(['field.first_name', 'system.unsubscribe_url', 'system.team_name']),
  alwaysFilled: new Set(['system.unsubscribe_url', 'system.team_name']),
  fieldsOfView: (id) => (id === 7 ? [1, 2] : undefined),
  hasPicture: (fileId) => fileId !== gonePicture,
  needsUnsubscribe: false,
}

let last = 0
const newId = () => `b${++last}`
const made = (type: MessageBlock['type'], settings: object = {}): MessageBlock => {
  const block = newBlock(type, newId)
  return { ...block, settings: { ...block.settings, ...settings } } as MessageBlock
}
const mail = (blocks: MessageBlock[], more: Partial<MailContent> = {}): MailContent => ({
  subjectLine: 'News',
  preheader: '',
  design: messageDesignSchema.parse({ blocks }),
  textOnly: null,
  ...more,
})
const codes = (content: MailContent, own: Partial<ContentEnv> = {}) =>
  checkContent(content, { ...env, ...own }).map(({ path, code }) => `${path} ${code}`)

describe('messageDesignSchema', () => {
  it('takes a new block of every type, with its defaults', () => {
    const types = Object.values(messageBlocks).filter(({ isOffered }) => isOffered)
    const blocks = types.map(({ type }) => newBlock(type as MessageBlock['type'], newId))
    expect(blocks).toHaveLength(10)
    expect(messageDesignSchema.parse({ blocks }).blocks).toEqual(blocks)
    expect(allBlocks(blocks)).toHaveLength(12)
  })

  it('refuses columns in columns, unknown settings and ids that are not unique', () => {
    const columns = made('columns') as Extract<MessageBlock, { type: 'columns' }>
    const nested = {
      ...columns,
      children: [{ ...columns.children[0]!, children: [made('columns')] }],
    }
    expect(messageDesignSchema.safeParse({ blocks: [nested] }).success).toBe(false)
    const strange = made('spacer', { onclick: 'x' })
    expect(messageDesignSchema.safeParse({ blocks: [strange] }).success).toBe(false)
    const twice = made('divider')
    expect(messageDesignSchema.safeParse({ blocks: [twice, twice] }).success).toBe(false)
    expect(messageDesignSchema.safeParse({ blocks: [made('heading', { color: 'red;x' })] }).success).toBe(
      false,
    )
  })
})

describe('checkContent', () => {
  it('names what is missing in each block', () => {
    const blocks = [
      made('heading'),
      made('text', { html: '<p> </p>' }),
      made('button', { url: 'javascript:alert(1)' }),
      made('image', { source: { kind: 'url', url: 'http://x.org/a.png' }, url: 'www.x.org' }),
      made('image', { source: { kind: 'file', fileId: gonePicture }, alt: 'Apples' }),
      made('columns'),
      made('social', { links: [{ network: 'x', url: '' }] }),
      made('view_list'),
      made('html'),
    ]
    expect(codes(mail(blocks))).toEqual([
      'text text_missing',
      'html text_missing',
      'label label_missing',
      'url url_invalid',
      'source url_invalid',
      'alt alt_missing',
      'url url_invalid',
      'source image_missing',
      'children columns_empty',
      'links.0.url url_missing',
      'dataViewId view_missing',
      'html text_missing',
    ])
  })

  it('finds unknown merge fields everywhere, and warns of those that may be empty', () => {
    const content = mail(
      [
        made('text', { html: '<p>{{ field.gone }} {{ field.first_name }}</p>' }),
        made('button', { label: 'Go', url: 'https://x.org/?n={{ field.first_name | default: "x" }}' }),
      ],
      { subjectLine: '{{ field.old }}', textOnly: '{{ system.team_name }}' },
    )
    expect(codes(content)).toEqual([
      'subjectLine merge_unknown',
      'html merge_unknown',
      'html merge_without_fallback',
    ])
    expect(isWarning('merge_without_fallback')).toBe(true)
    expect(usesOfContent(content)).toEqual([
      { name: 'field.old', needsValue: true },
      { name: 'system.team_name', needsValue: true },
      { name: 'field.gone', needsValue: true },
      { name: 'field.first_name', needsValue: true },
    ])
  })

  it('asks for an unsubscribe link in both versions', () => {
    const without = mail([made('heading', { text: 'Hi' })], { textOnly: 'Hi' })
    expect(codes(without, { needsUnsubscribe: true })).toEqual([
      'blocks unsubscribe_missing',
      'textOnly unsubscribe_missing',
    ])
    const link = '<p><a href="{{ system.unsubscribe_url }}">Leave</a></p>'
    expect(codes(mail([made('text', { html: link })]), { needsUnsubscribe: true })).toEqual([])
  })

  it('asks for a subject, a block, and a view with its fields', () => {
    expect(codes(mail([], { subjectLine: ' ' }))).toEqual(['subjectLine subject_missing', 'blocks no_blocks'])
    const list = (dataViewId: number, dataFieldIds: number[]) =>
      codes(mail([made('view_list', { dataViewId, dataFieldIds })]))
    expect(list(8, [1])).toEqual(['dataViewId view_gone'])
    expect(list(7, [3])).toEqual(['dataFieldIds fields_missing'])
    expect(list(7, [2, 3])).toEqual([])
  })
})
