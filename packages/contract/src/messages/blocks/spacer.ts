import { z } from 'zod'
import { type BlockType, colorSchema } from './definition.ts'

const settings = z.strictObject({
  height: z.number().int().min(4).max(200).default(24),
  backgroundColor: colorSchema.nullable().default(null),
})

export const spacer: BlockType<z.output<typeof settings>> = {
  type: 'spacer',
  settings,
  isOffered: true,
  texts: () => [],
  check: () => [],
  toText: () => '',
}
