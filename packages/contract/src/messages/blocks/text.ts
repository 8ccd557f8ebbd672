/** Formatted text: sanitised HTML, as formatted text is stored elsewhere, with merge fields as Liquid in it. */
import { z } from 'zod'
import { plainText } from '../../text.ts'
import { alignSchema, type BlockType, boxSettings, colorSchema, problem } from './definition.ts'

const settings = z.strictObject({
  html: z.string().max(50_000).default(''),
  align: alignSchema.default('left'),
  color: colorSchema.nullable().default(null),
  /** In pixels; null: the message's. */
  fontSize: z.number().int().min(10).max(48).nullable().default(null),
  ...boxSettings,
})

export const text: BlockType<z.output<typeof settings>> = {
  type: 'text',
  settings,
  isOffered: true,
  texts: ({ html }) => [{ path: 'html', text: html, kind: 'html' }],
  check: ({ html }) => (plainText(html).trim() === '' ? [problem('html', 'text_missing')] : []),
  toText: ({ html }, write) => write.html(html),
}
