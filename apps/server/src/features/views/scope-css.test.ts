/** Style sheets of views affect only the view's element, and load or cover nothing. */
import type { AppError } from '@muster/contract/errors'
import { describe, expect, test } from 'vitest'
import { scopeCss } from './scope-css.ts'

const scope = '.muster-view-7'
const scoped = (css: string) => scopeCss(css, 7, 'internalCss').replaceAll(/\s+/g, ' ').trim()

function refusal(css: string): string {
  try {
    scopeCss(css, 7, 'externalCss')
  } catch (error) {
    const [first] = (error as AppError).errors
    expect(first!.path).toBe('externalCss')
    return `${first!.code} ${first!.params?.line}`
  }
  return 'allowed'
}

describe("every rule is scoped to the view's element", () => {
  test.each([
    ['p { color: red }', `${scope} p { color: red }`],
    ['h1, .title > a { color: red }', `${scope} h1,${scope} .title>a { color: red }`],
    [':root { --x: 1 }', `${scope} { --x: 1 }`],
    ['html { color: red }', `${scope} { color: red }`],
    ['body .card { color: red }', `${scope} .card { color: red }`],
    ['.a:not(.b):hover::before { content: "x" }', `${scope} .a:not(.b):hover::before { content: "x" }`],
    ['[data-x="a, b"] { color: red }', `${scope} [data-x="a, b"] { color: red }`],
    [
      '@media (min-width: 40em) { p { color: red } }',
      `@media (min-width: 40em) { ${scope} p { color: red } }`,
    ],
    ['p { & b { color: red } }', `${scope} p { & b { color: red } }`],
    [
      '@keyframes spin { from { opacity: 0 } } p { animation: spin 1s }',
      `@keyframes muster-view-7-spin { from { opacity: 0 } } ${scope} p { animation: muster-view-7-spin 1s }`,
    ],
    [
      'p { background: url("data:image/png;base64,AAAA") }',
      `${scope} p { background: url("data:image/png;base64,AAAA") }`,
    ],
    ['/* note */ p { color: red }', `${scope} p { color: red }`],
    ['', ''],
  ])('%s', (css, expected) => {
    expect(scoped(css)).toBe(expected)
  })
})

describe('rejects everything else with its line', () => {
  test.each([
    ['@import "https://evil.example/x.css";', 'css_not_allowed 1'],
    [
      'p { color: red }\n@font-face { font-family: x; src: url(https://evil.example/f) }',
      'css_not_allowed 2',
    ],
    ['p { background: url(https://evil.example/pixel.gif) }', 'css_not_allowed 1'],
    ['p { background: u\\72l(https://evil.example/pixel.gif) }', 'css_not_allowed 1'],
    ['p { background: image-set("https://evil.example/a.png" 1x) }', 'css_not_allowed 1'],
    ['p { background: url(data:text/html,hello) }', 'css_not_allowed 1'],
    ['p { background: url(data:image/svg+xml,hello) }', 'css_not_allowed 1'],
    ['p {\n  position: fixed;\n}', 'css_not_allowed 2'],
    ['p { position: FiXeD !important }', 'css_not_allowed 1'],
    ['p { POSITION: f\\69xed }', 'css_not_allowed 1'],
    ['p { --p: fixed; position: var(--p) }', 'css_not_allowed 1'],
    ['p { -moz-binding: none }', 'css_not_allowed 1'],
    ['body + div { color: red }', 'css_not_allowed 1'],
    ['html ~ * { color: red }', 'css_not_allowed 1'],
    [':root:hover + p { color: red }', 'css_not_allowed 1'],
    ['body.muster-view ~ * { color: red }', 'css_not_allowed 1'],
    ['p { & + :is(body) { color: red } }', 'css_not_allowed 1'],
    ['color: red', 'css_not_allowed 1'],
    ['p { color: red', 'css_broken 1'],
    ['p { color: red }\n}', 'css_broken 2'],
  ])('%s', (css, expected) => {
    expect(refusal(css)).toBe(expected)
  })
})

test('cannot close the style element', () => {
  const text = scopeCss('p::before { content: "</style><script>alert(1)</script>" }', 7, 'internalCss')
  expect(text.toLowerCase()).not.toContain('</')
})
