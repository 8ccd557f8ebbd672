/** How a value is written at each kind of place. Values come from records: nothing in them is markup. */

export type EscapeContext = 'html' | 'attribute' | 'urlStart' | 'urlPart' | 'header' | 'text'

/** Controls but tab and line break, and half surrogates. */
const controls = /(?![\t\n])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu
/** Marks that reorder the text around them. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g

const clean = (text: string): string => text.replace(/\r\n?/g, '\n').replace(controls, '')
const oneLine = (text: string): string => clean(text).replace(/[\n\t\u2028\u2029]+/g, ' ')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"'`]/g, (letter) => entities[letter]!)

/** An apostrophe may stand in an address, but ends it where one quotes it. */
const quoted = (url: string): string => url.replaceAll("'", '%27')

/** Spaces and controls end an address in mails; percent signs are taken as encoded already. */
export const wholeUrl = (url: string): string =>
  quoted(encodeURI(clean(url).replace(/[\s\u2028\u2029]/g, '')).replace(/%25/g, '%'))

export const isSafeUrl = (url: string): boolean => /^(https?:\/\/[^/]|mailto:.|tel:.)/i.test(url)

export const escapeFor: Record<EscapeContext, (value: string) => string> = {
  html: (value) => escapeHtml(clean(value)).replaceAll('\n', '<br />'),
  attribute: (value) => escapeHtml(oneLine(value)),
  /** The beginning of an address, which `urlOf` checks. */
  urlStart: (value) => value.trim(),
  urlPart: (value) => quoted(encodeURIComponent(clean(value))),
  header: (value) => clean(value).replace(reordering, '').replace(/\s+/g, ' ').trim(),
  text: clean,
}
