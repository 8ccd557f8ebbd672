import { expect, test } from 'vitest'
import { urlSetting } from './url-setting.ts'

test.each(['', 'https://example.org/{id}', 'http://example.org', '/people/{id}', '/a?b=/\\c'])(
  'takes %j',
  (text) => {
    expect(urlSetting.parse(text)).toBe(text)
  },
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'evil.example',
  'https://',
])('refuses %j, which leads elsewhere or nowhere', (text) => {
  expect(urlSetting.safeParse(text).success).toBe(false)
})
