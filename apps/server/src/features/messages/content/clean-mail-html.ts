/** Sanitises the HTML of text and HTML blocks: what mail programs show, and nothing that runs. */
import sanitizeHtml from 'sanitize-html'

const formatting = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'mark', 'small', 'span', 'a'],
]
const layout = ['div', 'center', 'img', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']

/** A link by which something is reached, or the mark of a merge field, whose value is checked for each recipient. */
const linkAddress = /^(https?:\/\/|mailto:|tel:|\ue000)/i
const pictureAddress = /^(https:\/\/|\ue000)/i

const size = /^-?\d+(\.\d+)?(px|em|rem|%|pt)?( -?\d+(\.\d+)?(px|em|rem|%|pt)?){0,3}$|^auto$/
const color = /^(#[0-9a-f]{3,8}|[a-z]+|rgba?\([\d.,%\s]+\))$/i
const word = /^[a-z-]+$/i
const border = /^\d+px (solid|dashed|dotted|none)( (#[0-9a-f]{3,8}|[a-z]+))?$|^none$|^0$/i
const named = (names: readonly string[], pattern: RegExp) =>
  Object.fromEntries(names.map((name) => [name, [pattern]]))

const styles = {
  ...named(['color', 'background-color'], color),
  ...named(['font-weight'], /^(\d{3}|[a-z]+)$/i),
  ...named(
    ['font-style', 'text-align', 'text-decoration', 'text-transform', 'vertical-align', 'white-space'],
    word,
  ),
  ...named(['font-family'], /^[\w\s,'"-]+$/),
  ...named(
    ['font-size', 'line-height', 'letter-spacing', 'width', 'max-width', 'height', 'border-radius'],
    size,
  ),
  ...named(['margin', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left'], size),
  ...named(['padding', 'padding-top', 'padding-right', 'padding-bottom', 'padding-left'], size),
  ...named(['border', 'border-top', 'border-right', 'border-bottom', 'border-left'], border),
  ...named(
    ['border-collapse', 'display'],
    /^(collapse|separate|block|inline|inline-block|none|table|table-cell)$/,
  ),
}

function link(tagName: string, { href = '', ...rest }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const address = href.trim()
  const attribs: sanitizeHtml.Attributes = rest.style ? { style: rest.style } : {}
  return {
    tagName,
    attribs: linkAddress.test(address) ? { ...attribs, href: address, target: '_blank' } : attribs,
  }
}

function picture(
  tagName: string,
  { src = '', alt = '', ...rest }: sanitizeHtml.Attributes,
): sanitizeHtml.Tag {
  return {
    tagName,
    attribs: { ...rest, alt, ...(pictureAddress.test(src.trim()) ? { src: src.trim() } : {}) },
  }
}

const common: sanitizeHtml.IOptions = {
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  parseStyleAttributes: true,
  transformTags: { a: link, img: picture },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
}

const textOptions: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: formatting,
  allowedAttributes: { a: ['href', 'target', 'style'], ol: ['start'], '*': ['style'] },
  allowedStyles: { '*': named(['text-align', 'color', 'font-size'], /^[#\w.%-]+$/) },
}

const htmlOptions: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: [...formatting, ...layout],
  allowedAttributes: {
    a: ['href', 'target', 'style'],
    ol: ['start'],
    img: ['src', 'alt', 'width', 'height', 'style'],
    table: ['role', 'width', 'align', 'border', 'cellpadding', 'cellspacing', 'bgcolor', 'style'],
    td: ['colspan', 'rowspan', 'width', 'align', 'valign', 'bgcolor', 'style'],
    th: ['colspan', 'rowspan', 'width', 'align', 'valign', 'bgcolor', 'style', 'scope'],
    '*': ['style', 'align', 'dir', 'lang'],
  },
  allowedStyles: { '*': styles },
}

/** A text that is not stable after this many passes is malicious; only its words are kept. */
const maxPasses = 8

/** Idempotent. @param kind formatted text, or HTML written by hand, which may have tables and pictures as well */
export function cleanMailHtml(html: string, kind: 'text' | 'html'): string {
  if (!/[<>&]/.test(html)) return html
  const options = kind === 'text' ? textOptions : htmlOptions
  let clean = html
  for (let pass = 0; pass < maxPasses; pass++) {
    const next = sanitizeHtml(clean, options)
    if (next === clean) return clean
    clean = next
  }
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
}
