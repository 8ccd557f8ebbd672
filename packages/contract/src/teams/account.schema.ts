/** The account of a team: what its administrators decide about the team as a whole. */
import { z } from 'zod'
import { isCountry } from '../fields/countries.ts'
import { isCurrency } from '../fields/currencies.ts'
import { url } from '../fields/types/url.ts'
import { idSchema, languageSchema, languages } from '../paging.ts'
import { brandIds, teamSchema, timeZoneSchema } from './teams.schema.ts'

/** Lengths of texts. */
export const accountLimits = {
  name: 100,
  shortName: 30,
  description: 1000,
  website: 500,
  billingAddress: 1000,
} as const

const asTyped = { language: 'en', timeZone: 'UTC', country: 'US' } as const

/** A page on the web, as the field type for links reads it: `example.org` is `https://example.org`. */
export const websiteSchema = z
  .string()
  .trim()
  .max(accountLimits.website)
  .transform((text, context) => {
    const read = url.fromText(text, url.settings.parse({}), asTyped)
    if (read.ok && typeof read.value === 'string' && /^https?:/.test(read.value)) return read.value
    context.addIssue({ code: 'custom', params: { code: 'not_a_url' } })
    return z.NEVER
  })

const code = (isKnown: (code: string) => boolean, error: 'not_a_country' | 'not_a_currency') =>
  z.string().refine(isKnown, { params: { code: error } })

/** Each at most once, in the order of `languages`. */
const languageListSchema = z
  .array(languageSchema)
  .min(1)
  .transform((chosen) => languages.filter((language) => chosen.includes(language)))

export const accountSettings = z.strictObject({
  name: z.string().trim().min(1).max(accountLimits.name),
  shortName: z.string().trim().max(accountLimits.shortName),
  description: z.string().trim().max(accountLimits.description),
  website: websiteSchema.nullable(),
  billingAddress: z.string().trim().max(accountLimits.billingAddress).nullable(),
  country: code(isCountry, 'not_a_country'),
  currency: code(isCurrency, 'not_a_currency'),
  primaryTimezone: timeZoneSchema,
  defaultInterfaceLanguage: languageSchema,
  availableDataLanguages: languageListSchema,
  /** One of the available ones. Texts of the design and names of list items change places with their translations. */
  defaultDataLanguage: languageSchema,
  enumAppBrandId: z.literal(brandIds),
  /** The roles that may export; null for everyone who may read the data. Team admins always may. */
  exportRoleIds: z.array(idSchema).max(1000).nullable(),
})
export type AccountSettings = z.output<typeof accountSettings>

/** Only what is given changes. */
export const updateTeamBody = accountSettings.partial().extend({
  /** The version that the caller saw. */
  version: z.number().int().positive(),
})
export type UpdateTeam = z.output<typeof updateTeamBody>

export const accountSchema = teamSchema
  .extend({
    exportRoleIds: accountSettings.shape.exportRoleIds,
    /** All roles of the team, for the choice. */
    roles: z.array(
      z.object({ id: idSchema, roleName: z.string(), isMember: z.boolean(), isActive: z.boolean() }),
    ),
  })
  .meta({ id: 'TeamAccount' })
export type TeamAccount = z.infer<typeof accountSchema>

/** The logos of a team, by their names in `Team`. */
export const logoNames = ['squareLogo', 'horizontalLogo', 'appSquareLogo', 'appHorizontalLogo'] as const
export type LogoName = (typeof logoNames)[number]

/** Width divided by height: squares are squares, and horizontal logos are between them and 4:1. */
export const logoRatios: Readonly<Record<LogoName, { min: number; max: number }>> = {
  squareLogo: { min: 1, max: 1 },
  horizontalLogo: { min: 1, max: 4 },
  appSquareLogo: { min: 1, max: 1 },
  appHorizontalLogo: { min: 1, max: 4 },
}

/** Pictures of a size in pixels are cut to whole pixels. */
const tolerance = 0.02

export function hasLogoShape(name: LogoName, { width, height }: { width: number; height: number }): boolean {
  const { min, max } = logoRatios[name]
  const ratio = width / height
  return ratio >= min * (1 - tolerance) && ratio <= max * (1 + tolerance)
}

export const maxLogoBytes = 5 * 1024 * 1024

/** Formats of logos: those that every browser draws and that cannot contain scripts, so no SVG. */
export const logoTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
]
