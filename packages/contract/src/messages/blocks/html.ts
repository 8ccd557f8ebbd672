/** HTML written by hand, for what no other block can show; sanitised before it is sent. */
import { z } from 'zod'
import { type BlockType, boxSettings, problem } from './definition.ts'

const settings = z.strictObject({
  html: z.string().max(50_000).default(''),
  ...boxSettings,
})

export const html: BlockType<z.output<typeof settings>> = {
  type: 'html',
  settings,
  isOffered: true,
  texts: (own) => [{ path: 'html', text: own.html, kind: 'html' }],
  check: (own) => (own.html.trim() === '' ? [problem('html', 'text_missing')] : []),
  toText: (own, write) => write.html(own.html),
}
