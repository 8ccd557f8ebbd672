import { z } from 'zod'
import { type BlockType, boxSettings, colorSchema } from './definition.ts'

const settings = z.strictObject({
  color: colorSchema.default('#d4d4d8'),
  thickness: z.number().int().min(1).max(20).default(1),
  lineStyle: z.enum(['solid', 'dashed', 'dotted']).default('solid'),
  /** In percent of its column. */
  width: z.number().int().min(10).max(100).default(100),
  ...boxSettings,
})

export const divider: BlockType<z.output<typeof settings>> = {
  type: 'divider',
  settings,
  isOffered: true,
  texts: () => [],
  check: () => [],
  toText: () => '---',
}
