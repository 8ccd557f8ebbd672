import { z } from 'zod'
import {
  alignSchema,
  type BlockType,
  boxSettings,
  checkUrl,
  colorSchema,
  problem,
  urlText,
} from './definition.ts'

const settings = z.strictObject({
  label: z.string().max(200).default(''),
  url: urlText.default(''),
  align: alignSchema.default('left'),
  isFullWidth: z.boolean().default(false),
  /** null: the message's. */
  color: colorSchema.nullable().default(null),
  textColor: colorSchema.nullable().default(null),
  ...boxSettings,
})

export const button: BlockType<z.output<typeof settings>> = {
  type: 'button',
  settings,
  isOffered: true,
  texts: ({ label, url }) => [
    { path: 'label', text: label, kind: 'text' },
    { path: 'url', text: url, kind: 'url' },
  ],
  check: ({ label, url }) => [
    ...(label.trim() === '' ? [problem('label', 'label_missing')] : []),
    ...checkUrl(url, 'url'),
  ],
  toText: ({ label, url }) => (url ? `${label.trim()}: ${url}` : label.trim()),
}
