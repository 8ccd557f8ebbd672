import { expect, test } from 'vitest'
import { classesIn, usedStyles } from '../build/used-styles.ts'

const used = new Set(['m_aaaaaaaa', 'm_bbbbbbb'])
/** Without white space. */
const kept = (css: string) => usedStyles(css, used).replaceAll(/\s/g, '')

test('rules of classes that the code does not name are left out, with groups that have no others', () => {
  expect(
    kept(`@layer mantine {
      :root { --a: 1 }
      .m_aaaaaaaa { color: red }
      .m_cccccccc { color: blue }
      @media print { .m_cccccccc { color: black } }
      @media print { @supports (color: red) { .m_cccccccc:hover { color: black } } .m_bbbbbbb { color: black } }
      @keyframes m_cccccccc { from { color: red } }
    }`),
  ).toBe(
    '@layermantine{:root{--a:1}.m_aaaaaaaa{color:red}@mediaprint{.m_bbbbbbb{color:black}}@keyframesm_cccccccc{from{color:red}}}',
  )
})

test('a selector goes if it needs such a class, whatever else it needs', () => {
  expect(kept('.m_aaaaaaaa, .m_cccccccc, p { color: red }')).toBe('.m_aaaaaaaa,p{color:red}')
  expect(kept('.m_aaaaaaaa:where([data-x]) .m_cccccccc { color: red }')).toBe('')
  expect(kept('.m_cccccccc > .m_aaaaaaaa { color: red }')).toBe('')
})

test('it stays where such a class is one of several, or must be missing', () => {
  const css = ':is(.m_aaaaaaaa,.m_cccccccc) p,.m_bbbbbbb:not(:has(.m_cccccccc)){color:red}'
  expect(kept(css)).toBe(css.replaceAll(' ', ''))
})

test('classes are found in code', () => {
  expect(classesIn('var a={root:"m_aaaaaaaa","x":"m_bbbbbbb"},m_no=1')).toEqual(['m_aaaaaaaa', 'm_bbbbbbb'])
})
