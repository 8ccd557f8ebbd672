/**
 * Sanitises formatted text: keeps the formatting of a text editor and removes everything that could run or
 * load.
 */
import sanitizeHtml from 'sanitize-html'

const safeAddress = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'mark', 'span', 'a'],
    ...['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
    '*': ['style'],
  },
  allowedStyles: { '*': { 'text-align': [/^(left|right|center|justify)$/] } },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    // `noopener` prevents the opened page from controlling ours.
    a: (tagName, { href }): sanitizeHtml.Tag => ({
      tagName,
      attribs: href && safeAddress.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : {},
    }),
  },
}

/** A text that is not stable after this many passes is malicious; only its words are kept. */
const maxPasses = 8

/** Sanitises HTML. Idempotent. */
export function cleanHtml(html: string): string {
  // Most texts contain no markup.
  if (!/[<>&]/.test(html)) return html
  let clean = html
  for (let pass = 0; pass < maxPasses; pass++) {
    const next = sanitizeHtml(clean, options)
    // Removing a tag can join the text around it into another tag.
    if (next === clean) return clean
    clean = next
  }
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
}
