import { z } from 'zod'
import { alignSchema, type BlockType, boxSettings, checkUrl, problem, urlText } from './definition.ts'

/** A picture of the team, which the server gives a public address, or one on the web. */
export const imageSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), fileId: z.uuid() }),
  z.strictObject({ kind: z.literal('url'), url: urlText }),
])
export type ImageSource = z.output<typeof imageSourceSchema>

const settings = z.strictObject({
  source: imageSourceSchema.nullable().default(null),
  alt: z.string().max(500).default(''),
  /** Says nothing that the text does not say; screen readers pass over it. */
  isDecorative: z.boolean().default(false),
  /** Where a click leads; empty: nowhere. */
  url: urlText.default(''),
  /** In pixels; null: as wide as its column. */
  width: z.number().int().min(16).max(1200).nullable().default(null),
  align: alignSchema.default('center'),
  ...boxSettings,
})
export type ImageSettings = z.output<typeof settings>

export const image: BlockType<ImageSettings> = {
  type: 'image',
  settings,
  isOffered: true,
  texts: ({ alt, url, source }) => [
    { path: 'alt', text: alt, kind: 'text' },
    { path: 'url', text: url, kind: 'url' },
    { path: 'source.url', text: source?.kind === 'url' ? source.url : '', kind: 'url' },
  ],
  check: ({ source, alt, isDecorative, url }, env) => [
    ...(source === null || (source.kind === 'file' && !env.hasPicture(source.fileId))
      ? [problem('source', 'image_missing')]
      : []),
    ...(source?.kind === 'url' && !/^(https:\/\/[^\s/]|\{\{)/i.test(source.url)
      ? [problem('source', 'url_invalid', { url: source.url.slice(0, 100) })]
      : []),
    ...(alt.trim() === '' && !isDecorative ? [problem('alt', 'alt_missing')] : []),
    ...(url === '' ? [] : checkUrl(url, 'url')),
  ],
  toText({ alt, isDecorative, url }) {
    const words = isDecorative ? '' : alt.trim()
    if (url === '') return words
    return words ? `${words}: ${url}` : url
  },
}
