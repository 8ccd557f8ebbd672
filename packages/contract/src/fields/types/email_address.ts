/** An email address, compared without case. */
import { z } from 'zod'
import { readEmail } from './common/email.ts'
import { textType } from './common/text.ts'

export const emailAddress = textType({
  type: 'email_address',
  settings: z.strictObject({}),
  value: z.string().max(254),
  read: readEmail,
  readTyped: (text) => readEmail(text.replace(/^mailto:/i, '')),
  examples: {
    values: ['ada@example.org', 'Grace.Hopper+news@example.org', 'zoë@exämple.org'],
    bad: [
      { input: 1, code: 'not_text' },
      { input: 'ada', code: 'not_an_email' },
      { input: 'ada@localhost', code: 'not_an_email' },
      { input: 'a b@example.org', code: 'not_an_email' },
      { input: 'Ada <ada@example.org>', code: 'not_an_email' },
      { input: '.ada@example.org', code: 'not_an_email' },
      { input: `${'a'.repeat(65)}@example.org`, code: 'not_an_email' },
    ],
    texts: [
      { text: ' Ada@Example.ORG ', value: 'Ada@example.org' },
      { text: 'mailto:ada@example.org', value: 'ada@example.org' },
      { text: '', value: null },
    ],
    badTexts: [{ text: 'ada@', code: 'not_an_email' }],
  },
})
