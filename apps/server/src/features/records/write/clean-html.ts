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

/** Giving a cleaned text again changes nothing. */
export function cleanHtml(html: string): string {
  // Text without any mark is by far the most common.
  return /[<>&]/.test(html) ? sanitizeHtml(html, options) : html
}
