/** Formatted text keeps what a text editor makes, and nothing that could run, load or break out of its place. */
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
    // A page opened from a text must not steer ours.
    a: (tagName, { href }): sanitizeHtml.Tag => ({
      tagName,
      attribs: href && safeAddress.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : {},
    }),
  },
}

/** What takes more than so many readings to come to rest was written to deceive: its words alone are kept. */
const maxReadings = 8

/** Giving a cleaned text again changes nothing. */
export function cleanHtml(html: string): string {
  // Text without any mark is by far the most common.
  if (!/[<>&]/.test(html)) return html
  let clean = html
  for (let reading = 0; reading < maxReadings; reading++) {
    const next = sanitizeHtml(clean, options)
    // Removing a tag can join the text around it into another tag.
    if (next === clean) return clean
    clean = next
  }
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
}
