import { messageBlocks } from '@muster/contract/messages/blocks/index'
import { describe, expect, it } from 'vitest'
import { canSend, compileMail, compileSms } from './compile.ts'
import { block, mail, options, sent } from './content.test-support.ts'
import { linkTarget, splice } from './plan.ts'
import { missingValues, prepareContent, renderContent, valuesFor } from './render.ts'

const picture = { kind: 'url', url: 'https://x.example/a.png' } as const

describe('compileMail', () => {
  it('compiles a block of every type, empty or filled', async () => {
    for (const { type, isOffered } of Object.values(messageBlocks)) {
      if (!isOffered) continue
      const { content, problems } = await compileMail(mail([block(type as 'text')]), options)
      expect(problems).toEqual([])
      expect(splice(content.html ?? [], [], [])).toContain('</html>')
    }
  })

  it('shows what each block says', async () => {
    const columns = block('columns', { ratio: '1-2' })
    columns.children[0]!.children = [block('heading', { text: 'Left', level: 2 })]
    columns.children[1]!.children = [block('text', { html: '<p>Right <strong>side</strong></p>' })]
    const list = block('view_list', { dataViewId: 1, showsTitles: true })
    const table = block('view_list', { dataViewId: 1, layout: 'table', showsTitles: true })
    const rows = [
      { cells: ['Soup <kitchen>', 'Mon'], url: 'https://x.example/1' },
      { cells: ['{{ field.no }}', ''], url: 'javascript:alert(1)' },
    ]
    const lists = new Map([list, table].map(({ id }) => [id, { titles: ['What', 'When'], rows }]))
    const { html, text, problems, content } = await sent(
      mail([
        block('heading', { text: 'A & B' }),
        columns,
        block('button', { label: 'Join <us>', url: 'https://x.example/?a=1&b=2' }),
        block('image', { source: picture, alt: 'A "dog"', url: 'https://dogs.example' }),
        block('image', {
          source: { kind: 'file', fileId: '4ad4a6d4-6b1c-4b7f-a4f5-1f4f0d5d1c11' },
          width: 100,
        }),
        block('divider', { color: '#ff0000', lineStyle: 'dashed' }),
        block('spacer', { height: 40 }),
        block('social', { links: [{ network: 'mastodon', url: 'https://m.example/@a' }] }),
        list,
        table,
        block('html', {
          html: '<table><tr><td style="color:red;position:fixed">x</td></tr></table><script>1</script>',
        }),
      ]),
      {},
      { options: { lists } },
    )
    expect(problems).toEqual([])
    expect(html).toContain('A &amp; B</h1>')
    expect(html).toContain('Left</h2>')
    expect(html).toContain('<strong>side</strong>')
    expect(html).toContain('Join &lt;us&gt;')
    expect(html).toContain('alt="A &quot;dog&quot;"')
    expect(html).toContain('https://pictures.example/4ad4a6d4-6b1c-4b7f-a4f5-1f4f0d5d1c11/100')
    expect(html).toContain('dashed')
    expect(html).toContain('Soup &lt;kitchen&gt;')
    expect(html).toContain('When: Mon')
    // What a record says is not Liquid.
    expect(html).toContain('{{ field.no }}')
    expect(html).toContain('<td style="color:red">x</td>')
    expect(html).not.toMatch(/<script|javascript:|position:fixed/)
    expect(text).toContain('- Soup <kitchen>\n  When: Mon\n  https://x.example/1\n- {{ field.no }}')
    expect(content.links.map(({ url }) => url)).toEqual([
      'https://x.example/?a=1&b=2',
      'https://dogs.example',
      'https://m.example/@a',
      'https://x.example/1',
      'https://x.example/1',
    ])
  })

  it('keeps what Outlook needs and follows dark mode only where it may', async () => {
    const content = (hasDarkMode: boolean) =>
      sent(mail([block('text', { html: '<p>x</p>' })], { settings: { hasDarkMode, font: 'georgia' } }))
    const dark = (await content(true)).html
    expect(dark).toContain('<!--[if mso')
    expect(dark).toContain('prefers-color-scheme:dark')
    expect(dark).toContain("Georgia, 'Times New Roman', serif")
    expect((await content(false)).html).not.toContain('prefers-color-scheme:dark')
    expect(dark).not.toContain('fonts.googleapis.com')
  })

  it('leaves colors to dark mode unless they were chosen for a surface, or can be read in the dark', async () => {
    const tinted = block('columns')
    tinted.children[0]!.settings.backgroundColor = '#fef3c7'
    tinted.children[0]!.children = [block('heading', { text: 'On yellow' })]
    const { html } = await sent(
      mail([
        block('heading', { text: 'Plain' }),
        block('heading', { text: 'Too dark', color: '#0f766e' }),
        block('heading', { text: 'Bright', color: '#fde047' }),
        block('heading', { text: 'On gray', backgroundColor: '#e4e4e7' }),
        block('html', { html: '<p style="background-color:#fef3c7">Marked</p>' }),
        tinted,
      ]),
    )
    const classOf = (words: string) =>
      /.*class="(m-text[^"]*)"/s.exec(html!.slice(0, html!.indexOf(words)))![1]
    const [auto, own] = ['m-text m-auto', 'm-text']
    expect(['Plain', 'Too dark', 'Bright', 'On gray', 'Marked', 'On yellow'].map(classOf)).toEqual([
      auto,
      auto,
      own,
      own,
      own,
      own,
    ])
  })

  it('makes buttons as high as a finger needs, whatever the size of their words', async () => {
    for (const fontSize of [12, 16, 24]) {
      const { html } = await sent(
        mail([block('button', { label: 'Go', url: 'https://x.example' })], { settings: { fontSize } }),
      )
      const [, padding] = /<a[^>]*padding:(\d+)px/.exec(html!)!
      expect(2 * Number(padding) + fontSize * 1.25).toBeGreaterThanOrEqual(44)
    }
  })

  it('numbers links, so that each recipient gets their own', async () => {
    const { content } = await compileMail(
      mail([
        block('text', {
          html: '<p><a href="https://x.example/?n={{ field.name }}">a</a> <a href="mailto:a@b.example">b</a></p>',
        }),
        block('button', { label: 'Leave', url: '{{ system.unsubscribe_url }}' }),
        block('button', { label: 'Page', url: '{{ field.page }}' }),
      ]),
      options,
    )
    expect(content.links).toEqual([
      { position: 0, url: 'https://x.example/?n={{ field.name }}', isStatic: false, isTrackable: true },
      { position: 1, url: 'mailto:a@b.example', isStatic: true, isTrackable: false },
      { position: 2, url: '{{ system.unsubscribe_url }}', isStatic: false, isTrackable: false },
      { position: 3, url: '{{ field.page }}', isStatic: false, isTrackable: true },
    ])
    const prepared = prepareContent(content)
    const values = valuesFor(
      prepared,
      {
        field: { name: 'José & Ana', page: 'https://me.example/ü' },
        system: { unsubscribe_url: 'https://u.example/1' },
      },
      'UTC',
    )
    const tracked: string[] = []
    const { html, text } = renderContent(prepared, values, {
      linkUrl(link, url) {
        tracked.push(url)
        return link.isTrackable ? `https://t.example/c/${link.position}` : url
      },
    })
    expect(html).toContain('href="https://t.example/c/0"')
    expect(html).toContain('href="https://u.example/1"')
    expect(html).not.toContain('me.example')
    expect(text).toContain('a (https://t.example/c/0)')
    expect(tracked).toContain('https://x.example/?n=Jos%C3%A9%20%26%20Ana')
    expect(linkTarget(content, 3, values)).toBe('https://me.example/%C3%BC')
    expect(linkTarget(content, 9, values)).toBe('')
  })

  it('shows branches by their conditions', async () => {
    const content = mail([
      block('text', {
        html: '<p>{% if field.age &gt; 17 %}</p><p>Adult</p><p>{% elsif field.age %}</p><p>Child</p><p>{% endif %}</p><p>End</p>',
      }),
      block('text', {
        html: '<p>{% case field.city %}{% when "Rome", "Paris" %}Capital{% when "Nice" %}Sea{% else %}Other{% endcase %}</p>',
      }),
    ])
    const texts = []
    for (const field of [{ age: 20, city: 'Rome' }, { age: 3, city: 'Nice' }, {}])
      texts.push((await sent(content, { field })).text)
    expect(texts).toEqual(['Adult\n\nEnd\n\nCapital\n', 'Child\n\nEnd\n\nSea\n', 'End\n\nOther\n'])
  })

  it('says which Liquid cannot be used, and shows it as it was written', async () => {
    const broken = block('text', { html: '<p>{{ field.a | nonsense }}</p>' })
    const loop = block('heading', { text: '{% for x in field.a %}y{% endfor %}' })
    const foreign = block('heading', { text: '{{ process.env }}' })
    const misplaced = block('html', { html: '<p style="color:{{ field.color }}">x</p>' })
    const { problems, html } = await sent(
      mail([broken, loop, foreign, misplaced], { subjectLine: '{{ field.a' }),
    )
    expect(problems.map(({ blockId, path, code }) => [blockId, path, code])).toEqual([
      [null, 'subjectLine', 'liquid_syntax'],
      [broken.id, 'html', 'liquid_syntax'],
      [loop.id, 'text', 'liquid_syntax'],
      [foreign.id, 'text', 'merge_unknown'],
      [misplaced.id, 'html', 'merge_place'],
    ])
    expect(canSend(problems)).toBe(false)
    expect(html).toContain('{{ field.a | nonsense }}')
  })

  it('uses the text version that somebody wrote', async () => {
    const content = mail([block('button', { label: 'Go', url: 'https://x.example' })], {
      textOnly:
        'Dear {{ field.name }}, see https://x.example. Or {% if field.vip %}https://vip.example{% endif %}!',
    })
    const { text, content: compiled } = await sent(content, { field: { name: '<Ana>', vip: true } })
    expect(text).toBe('Dear <Ana>, see https://x.example. Or https://vip.example!\n')
    expect(compiled.links.map(({ url }) => url)).toEqual(['https://x.example', 'https://vip.example'])
  })

  it('warns of a mail that Gmail would cut', async () => {
    const long = block('text', { html: `<p>${'x'.repeat(49_000)}</p>` })
    const { problems } = await compileMail(
      mail([long, block('text', long.settings), block('text', long.settings)]),
      options,
    )
    expect(problems.map(({ code }) => code)).toEqual(['too_large'])
    expect(canSend(problems)).toBe(true)
  })
})

describe('missingValues', () => {
  it('lists names without value or fallback', async () => {
    const { content } = await compileMail(
      mail(
        [
          block('text', {
            html: '<p>{{ field.a }} {{ field.b | default: "x" }} {{ field.c | list: "and" }}</p>',
          }),
        ],
        {
          subjectLine: '{{ field.d }} {{ field.e }}',
        },
      ),
      options,
    )
    expect(missingValues(content, { field: { a: ' ', c: [], d: 0 } })).toEqual([
      'field.e',
      'field.a',
      'field.c',
    ])
  })
})

describe('compileSms', () => {
  it('gives a text with its links', () => {
    const { content, problems } = compileSms('Hi {{ field.name }}: https://x.example/{{ field.id }}', 'es')
    expect(problems).toEqual([])
    const prepared = prepareContent(content)
    const values = valuesFor(prepared, { field: { name: 'Ana & Co', id: 'a/b' } }, 'UTC')
    expect(renderContent(prepared, values)).toEqual({
      subject: '',
      html: null,
      text: 'Hi Ana & Co: https://x.example/a%2Fb',
    })
  })
})
