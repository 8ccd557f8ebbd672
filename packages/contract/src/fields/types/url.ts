/** A link to a web page, an email address or a phone number. */
import { z } from 'zod'
import type { Parsed } from '../definition.ts'
import { bad, ok } from '../parsed.ts'
import { isDomain, readEmail } from './common/email.ts'
import { textType } from './common/text.ts'

const maxLength = 2048
const web = /^(https?):\/\/([^/?#\s]+)([/?#][^\s<>"\\^`{|}]*)?$/iu

export const url = textType({
  type: 'url',
  settings: z.strictObject({
    /** Pictures come through our server, so that no other site learns who looks at them. */
    showAs: z.enum(['link', 'picture']).default('link'),
  }),
  showsPicture: (settings) => settings.showAs === 'picture',
  value: z.string().max(maxLength),
  read: readUrl,
  readTyped: (text) => readUrl(isHost(text.split(/[/?#]/)[0] ?? '') ? `https://${text}` : text),
  examples: {
    values: [
      'http://localhost:3000/a?b=c#d',
      'https://example.org',
      'mailto:ada@example.org',
      'tel:+14155552671',
    ],
    bad: [
      { input: 5, code: 'not_text' },
      { input: 'example.org', code: 'not_a_url' },
      { input: 'javascript:alert(1)', code: 'not_a_url' },
      { input: 'data:text/html,x', code: 'not_a_url' },
      { input: 'https://user:secret@example.org', code: 'not_a_url' },
      { input: 'https://exa mple.org', code: 'not_a_url' },
      { input: `https://example.org/${'x'.repeat(maxLength)}`, code: 'too_long' },
    ],
    texts: [
      { text: 'example.org/path', value: 'https://example.org/path' },
      { text: ' HTTPS://Example.org/Path ', value: 'https://example.org/Path' },
      { text: '', value: null },
    ],
    badTexts: [
      { text: 'hello', code: 'not_a_url' },
      { text: 'ftp://example.org', code: 'not_a_url' },
    ],
  },
})

function readUrl(text: string): Parsed<string> {
  if (text.length > maxLength) return bad('too_long', { max: maxLength })
  const parts = web.exec(text)
  if (parts) {
    const [, scheme = '', host = '', rest = ''] = parts
    return isHost(host) ? ok(`${scheme.toLowerCase()}://${host.toLowerCase()}${rest}`) : bad('not_a_url')
  }
  const mail = /^mailto:([^?\s]+)(\?[^\s<>"]*)?$/i.exec(text)
  if (mail) return readEmail(mail[1] ?? '').ok ? ok(`mailto:${mail[1]}${mail[2] ?? ''}`) : bad('not_a_url')
  const phone = /^tel:(\+?[\d().-]{3,30}(?:;ext=\d+)?)$/i.exec(text)
  return phone ? ok(`tel:${phone[1]}`) : bad('not_a_url')
}

/** A domain, IP address or localhost, with or without a port; never with a user name, which can mislead. */
function isHost(text: string): boolean {
  const match = /^(.+?)(?::\d{1,5})?$/.exec(text)
  const name = (match?.[1] ?? '').replace(/\.$/, '')
  if (name.toLowerCase() === 'localhost' || isDomain(name)) return true
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(name) || /^\[[0-9a-f:.]+\]$/i.test(name)
}
