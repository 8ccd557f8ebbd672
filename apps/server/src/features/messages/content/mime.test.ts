import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { compileMail, compileSms } from './compile.ts'
import { block, headers, mail, options, sent } from './content.test-support.ts'
import { composeMail, prepareMime } from './mime.ts'
import { prepareContent, renderContent, valuesFor } from './render.ts'

describe('composeMail', () => {
  it('has the headers of a message that can be unsubscribed from', async () => {
    const { read, raw } = await sent(
      mail([block('heading', { text: 'Hi {{ field.name }}' })], { subjectLine: 'Été à {{ field.name }}' }),
      { field: { name: 'Łódź' } },
      {
        headers: {
          from: { name: 'Banque “alimentaire”', address: 'news@müller.example' },
          replyTo: { address: 'office@food.example' },
          unsubscribe: { url: 'https://m.example/u/abc', mail: 'leave@m.example' },
          more: { 'Feedback-ID': '12:team:muster' },
        },
      },
    )
    expect(read.subject).toBe('Été à Łódź')
    expect(read.from).toMatchObject({ name: 'Banque “alimentaire”', address: 'news@xn--mller-kva.example' })
    expect(read.to).toMatchObject([{ name: 'Ana', address: 'ana@people.example' }])
    expect(read.replyTo).toMatchObject([{ address: 'office@food.example' }])
    expect(read.messageId).toBe('<r1.abc@food.example>')
    expect(new Date(read.date!).toISOString()).toBe('2026-11-25T10:00:00.000Z')
    const header = (name: string) => read.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe')).toBe('<https://m.example/u/abc>, <mailto:leave@m.example>')
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(header('feedback-id')).toBe('12:team:muster')
    expect(read.text!.trim()).toBe('Hi Łódź')
    expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/html'))
  })

  it('is read as what was rendered, whatever the values', async () => {
    const { content } = await compileMail(
      mail(
        [
          block('text', {
            html: '<p>a{{ field.a }}b{{ field.b }}{{ field.a }} c{% if field.a %}{{ field.b }}{% endif %}</p>',
          }),
        ],
        {
          subjectLine: '{{ field.a }}',
          textOnly: '{{ field.a }}{{ field.b }} {% if field.b %}={{ field.a }}{% endif %}{{ field.b }}',
        },
      ),
      options,
    )
    const prepared = prepareContent(content)
    const mime = prepareMime(prepared)
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ maxLength: 300 }),
        async (a, b) => {
          const values = valuesFor(prepared, { field: { a, b } }, 'UTC')
          const raw = composeMail(mime, values, headers)
          const read = await PostalMime.parse(raw)
          const { html, text } = renderContent(prepared, values)
          expect(read.html!.trim()).toBe(html!.trim())
          expect(read.text!.trim()).toBe(text.trim())
          expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('puts the caller’s addresses where the links are', async () => {
    const { content } = await compileMail(
      mail([block('button', { label: 'Go', url: 'https://x.example' })]),
      options,
    )
    const mime = prepareMime(prepareContent(content))
    const raw = composeMail(mime, [], headers, {
      linkUrl: ({ position }) => `https://t.example/${position}?"`,
    })
    const read = await PostalMime.parse(raw)
    expect(read.html).toContain('href="https://t.example/0?&quot;"')
    expect(read.text!.trim()).toBe('Go: https://t.example/0?"')
  })

  it('refuses what is no header and no mail', async () => {
    const { content } = await compileMail(mail([block('divider')]), options)
    const mime = prepareMime(prepareContent(content))
    expect(() => composeMail(mime, [], { ...headers, more: { 'X: y\r\nZ': '1' } })).toThrow('not a header')
    expect(() => prepareMime(prepareContent(compileSms('x', 'en').content))).toThrow('no mail')
    expect(() => prepareContent({ ...content, version: 0 as 1 })).toThrow('version 0')
  })
})
