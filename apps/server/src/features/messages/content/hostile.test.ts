/** Nothing that a record says changes the mail around it, in any kind of place, as other programs read the mail. */
import { parse } from 'parse5'
import PostalMime from 'postal-mime'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileMail } from './compile.ts'
import { block, headers, mail, options } from './content.test-support.ts'
import { hostileValues } from './hostile-values.test-support.ts'
import { composeMail, type MailHeaders, type MimeContent, prepareMime } from './mime.ts'
import { prepareContent, renderContent, valuesFor } from './render.ts'

const value = '{{ field.value }}'
const content = mail(
  [
    block('heading', { text: value }),
    block('text', {
      html: `<p title="x">${value} <a href="https://x.example/${value}?q=${value}#${value}">${value}</a></p>`,
    }),
    block('text', { html: `<p><a href="${value}">link</a> <a href="mailto:${value}">mail</a></p>` }),
    block('button', { label: value, url: value }),
    block('image', { source: { kind: 'url', url: value }, alt: value, url: value }),
    block('html', { html: `<img src="${value}" alt="${value}"><div dir="${value}">${value}</div>` }),
    block('html', {
      html: `{% if field.value == "${'x'.repeat(9)}" %}no{% else %}<b>${value}</b>{% endif %}`,
    }),
  ],
  {
    subjectLine: `Hello ${value}`,
    preheader: value,
    textOnly: `Text ${value} https://x.example/?q=${value} end`,
  },
)

let mime: MimeContent
beforeAll(async () => {
  const compiled = await compileMail(content, options)
  expect(compiled.problems).toEqual([])
  mime = prepareMime(prepareContent(compiled.content))
})

async function sentWith(given: string, more: Partial<MailHeaders> = {}) {
  const values = valuesFor(mime.prepared, { field: { value: given } }, 'UTC')
  const raw = composeMail(mime, values, { ...headers, ...more })
  return { raw, rendered: renderContent(mime.prepared, values), read: await PostalMime.parse(raw) }
}

interface Node {
  nodeName: string
  value?: string
  attrs?: { name: string; value: string }[]
  childNodes?: Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(nodesOf)]

/** Elements with the names of their attributes; texts and the line breaks in them are the values'. */
const shapeOf = (html: string): string[] =>
  nodesOf(parse(html) as unknown as Node)
    .filter(({ nodeName }) => nodeName !== '#text' && nodeName !== 'br')
    .map(({ nodeName, attrs = [] }) => `${nodeName} ${attrs.map(({ name }) => name).join(' ')}`)

const textOf = (node: Node): string =>
  node.nodeName === 'br' ? '\n' : `${node.value ?? ''}${(node.childNodes ?? []).map(textOf).join('')}`

const find = (html: string, name: string): Node =>
  nodesOf(parse(html) as unknown as Node).find(({ nodeName }) => nodeName === name)!

/** What a reader is to see of a value: everything but control characters. */
const visible = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/(?![\t\n])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu, '')
const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim()

describe.each(hostileValues.map((given) => [JSON.stringify(given).slice(0, 60), given]))(
  '%s',
  (_name, given) => {
    it('stays text in HTML and attributes', async () => {
      const harmless = (await sentWith('value')).read.html!
      const { html } = (await sentWith(given)).read
      expect(shapeOf(html!)).toEqual(shapeOf(harmless))
      expect(squeezed(textOf(find(html!, 'h1')))).toBe(squeezed(visible(given)))
      const alt = find(html!, 'img').attrs!.find(({ name }) => name === 'alt')!.value
      expect(squeezed(alt)).toBe(squeezed(visible(given)))
    })

    it('leads nowhere but to the web, and not out of its part of an address', async () => {
      const { html } = (await sentWith(given)).read
      const addresses = nodesOf(parse(html!) as unknown as Node)
        .flatMap(({ attrs = [] }) => attrs)
        .filter(({ name }) => ['href', 'src', 'background'].includes(name))
        .map((attribute) => attribute.value)
      for (const address of addresses) {
        expect(address).toMatch(/^(https?:\/\/|mailto:|tel:|$)/)
        expect(address).not.toMatch(/[\s<>"'`]/)
      }
      const part = addresses.find((address) => address.startsWith('https://x.example/'))!
      const { host, pathname, search, hash } = new URL(part)
      expect(host).toBe('x.example')
      const encoded = encodeURIComponent(visible(given)).replaceAll("'", '%27')
      expect(search).toBe(`?q=${encoded}`)
      expect(hash.slice(1)).toBe(encoded)
      expect(pathname.split('/')).toHaveLength(2)
    })

    it('stays in its header', async () => {
      const plain = await sentWith('value')
      const { read } = await sentWith(given)
      expect(read.headers.map(({ key }) => key)).toEqual(plain.read.headers.map(({ key }) => key))
      const shown = visible(given).replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
      expect(squeezed(read.subject!)).toBe(squeezed(`Hello ${shown}`))
    })

    it('names one sender and one recipient', async () => {
      const { read } = await sentWith('value', {
        from: { name: given, address: 'news@food.example' },
        to: { name: given, address: 'ana@people.example' },
        replyTo: { name: given, address: 'office@food.example' },
        more: { 'Feedback-ID': given },
      })
      expect(read.from).toMatchObject({ address: 'news@food.example' })
      expect(read.to).toHaveLength(1)
      expect(read.to![0]).toMatchObject({ address: 'ana@people.example' })
      expect(read.replyTo).toMatchObject([{ address: 'office@food.example' }])
      expect(read.bcc ?? []).toEqual([])
      expect(read.headers.map(({ key }) => key)).not.toContain('x-evil')
    })

    it('is no address unless it is one', async () => {
      await expect(sentWith('value', { to: { address: given } })).rejects.toThrow('not a mail address')
    })

    it('stays in its part of the mail, in lines that every server takes', async () => {
      const { raw, rendered, read } = await sentWith(given)
      const lineEnds = (text: string) => text.replace(/\r\n?/g, '\n')
      expect(lineEnds(read.html!).trim()).toBe(lineEnds(rendered.html!).trim())
      expect(lineEnds(read.text!).trim()).toBe(lineEnds(rendered.text).trim())
      expect(read.attachments).toEqual([])
      expect(raw).toMatch(/^[\r\n\t\x20-\x7e]*$/)
      for (const line of raw.split('\r\n')) {
        expect(line.length).toBeLessThanOrEqual(78)
        expect(line).not.toMatch(/[\r\n]/)
      }
      expect(read.text).toContain(visible(given))
    })
  },
)
