/** The name of an icon: `fas fa-user`. */
import { z } from 'zod'
import { bad, ok } from '../parsed.ts'
import { textType } from './common/text.ts'

const form = /^(fad|fas|far) fa-[a-z0-9]+(-[a-z0-9]+)*$/

export const icon = textType({
  type: 'icon',
  settings: z.strictObject({}),
  value: z.string().regex(form),
  read: (text) => (form.test(text) && text.length <= 60 ? ok(text) : bad('not_an_icon')),
  isSearchable: false,
  canBeUnique: false,
  examples: {
    values: ['fad fa-house', 'far fa-bell', 'fas fa-user', 'fas fa-user-group'],
    bad: [
      { input: 1, code: 'not_text' },
      { input: 'user', code: 'not_an_icon' },
      { input: 'fas fa-user" onclick="', code: 'not_an_icon' },
    ],
    texts: [
      { text: ' fas fa-user ', value: 'fas fa-user' },
      { text: '', value: null },
    ],
    badTexts: [{ text: 'fab fa-github', code: 'not_an_icon' }],
  },
})
