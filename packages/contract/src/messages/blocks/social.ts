/** Links to the team's pages in social networks, as words: a mail then loads no pictures of a third party. */
import { z } from 'zod'
import { alignSchema, type BlockType, boxSettings, checkUrl, problem, urlText } from './definition.ts'

/** The networks with the names that they give themselves, the same in every language. */
export const socialNetworks = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  x: 'X',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  vimeo: 'Vimeo',
  github: 'GitHub',
} as const
export type SocialNetwork = keyof typeof socialNetworks
const networks = Object.keys(socialNetworks) as [SocialNetwork, ...SocialNetwork[]]

const settings = z.strictObject({
  links: z
    .array(z.strictObject({ network: z.enum(networks), url: urlText }))
    .max(12)
    .default([]),
  align: alignSchema.default('center'),
  ...boxSettings,
})

export const social: BlockType<z.output<typeof settings>> = {
  type: 'social',
  settings,
  isOffered: true,
  texts: ({ links }) => links.map(({ url }, n) => ({ path: `links.${n}.url`, text: url, kind: 'url' })),
  check: ({ links }) =>
    links.length === 0
      ? [problem('links', 'social_empty')]
      : links.flatMap(({ url }, n) => checkUrl(url, `links.${n}.url`)),
  toText: ({ links }) => links.map(({ network, url }) => `${socialNetworks[network]}: ${url}`).join('\n'),
}
