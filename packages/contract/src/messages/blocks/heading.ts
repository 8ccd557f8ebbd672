import { z } from 'zod'
import { alignSchema, type BlockType, boxSettings, colorSchema, problem } from './definition.ts'

const settings = z.strictObject({
  text: z.string().max(500).default(''),
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(1),
  align: alignSchema.default('left'),
  color: colorSchema.nullable().default(null),
  ...boxSettings,
})

export const heading: BlockType<z.output<typeof settings>> = {
  type: 'heading',
  settings,
  isOffered: true,
  texts: ({ text }) => [{ path: 'text', text, kind: 'text' }],
  check: ({ text }) => (text.trim() === '' ? [problem('text', 'text_missing')] : []),
  toText: ({ text }) => text.trim(),
}
