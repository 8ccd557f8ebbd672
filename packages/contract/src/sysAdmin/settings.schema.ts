/** Settings of the whole system: what each may be, and what it is until a system administrator changes it. */
import { z } from 'zod'
import { leastPasswordLength } from '../auth/password-length.ts'
import { backupSettings } from '../backups/backups.schema.ts'
import { dateTimeSchema } from '../paging.ts'
import { defaultQuotas } from '../teams/quotas.schema.ts'

export const settingLimits = {
  minPasswordLength: { min: leastPasswordLength, max: 64 },
  sessionDays: { min: 3, max: 365 },
  mailDomains: 100,
  oidcScopes: 20,
  /** Characters. */
  oidcText: 500,
  oidcLabel: 60,
} as const

/** The domain of a mail address, in lower case. */
const mailDomainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/)

/**
 * The address of an OpenID Connect provider, below which its discovery document is; that document's own address is
 * accepted, too. Plain http only on this machine, for trying it out.
 */
const oidcIssuerSchema = z
  .string()
  .trim()
  .max(settingLimits.oidcText)
  .overwrite((text) => text.replace(/\/\.well-known\/openid-configuration$/, ''))
  .refine((text) => text === '' || isProviderUrl(text), { params: { code: 'oidc_address' } })

function isProviderUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  if (username || password || search || hash) return false
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  )
}

const oidcLabelSchema = z.string().trim().max(settingLimits.oidcLabel)

/** The text of the button on the sign-in page, in each language; an empty one stands for the standard text. */
export const oidcLabelsSchema = z.strictObject({
  en: oidcLabelSchema,
  es: oidcLabelSchema,
  fr: oidcLabelSchema,
})
export type OidcLabels = z.infer<typeof oidcLabelsSchema>

export const systemSettingsSchema = z.strictObject({
  /** Of passwords that are chosen from now on. Never less than spec section 5 says. */
  minPasswordLength: z
    .number()
    .int()
    .min(settingLimits.minPasswordLength.min)
    .max(settingLimits.minPasswordLength.max),
  /** How long a remembered session lasts without use. Others last a day at most, or until the browser closes. */
  sessionDays: z.number().int().min(settingLimits.sessionDays.min).max(settingLimits.sessionDays.max),
  /** Of new accounts, invitations and sign-in with a provider; empty for any. */
  allowedMailDomains: z.array(mailDomainSchema).max(settingLimits.mailDomains),
  /** Whether people may have a second factor. Spec section 5: off until somebody switches it on. */
  isSecondFactorPossible: z.boolean(),
  /** Whether people may sign in with an OpenID Connect provider. */
  isOidcOn: z.boolean(),
  oidcIssuer: oidcIssuerSchema,
  oidcClientId: z.string().trim().max(settingLimits.oidcText),
  /** `openid` is always requested. */
  oidcScopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/)).max(settingLimits.oidcScopes),
  oidcLabels: oidcLabelsSchema,
  /** Whether the provider's people get an account here when they have none. */
  doesOidcCreateAccounts: z.boolean(),
  ...defaultQuotas,
  ...backupSettings,
})
export type SystemSettings = z.infer<typeof systemSettingsSchema>
export type SystemSettingKey = keyof SystemSettings

export const defaultSettings: Readonly<SystemSettings> = {
  minPasswordLength: leastPasswordLength,
  sessionDays: 30,
  allowedMailDomains: [],
  isSecondFactorPossible: false,
  isOidcOn: false,
  oidcIssuer: '',
  oidcClientId: '',
  oidcScopes: ['openid', 'email', 'profile'],
  oidcLabels: { en: '', es: '', fr: '' },
  doesOidcCreateAccounts: false,
  maxRecords: null,
  maxStorageBytes: null,
  maxUsers: null,
  backupSchedule: 'daily',
  backupHour: 3,
  backupWeekday: 0,
  backupTimeZone: 'UTC',
  backupsKept: 7,
}

/** What system administrators see: the client secret is never shown. */
export const settingsViewSchema = systemSettingsSchema
  .extend({
    oidcClientSecretSetAt: dateTimeSchema.nullable(),
    /** The address to register with the provider. */
    oidcRedirectUri: z.string(),
  })
  .meta({ id: 'SystemSettings' })
export type SettingsView = z.infer<typeof settingsViewSchema>

/** What is left out keeps its value. */
export const settingChangesSchema = systemSettingsSchema.partial().extend({
  /** Null removes it. */
  oidcClientSecret: z.string().trim().min(1).max(settingLimits.oidcText).nullable().optional(),
})
export type SettingChanges = z.infer<typeof settingChangesSchema>

/** Whether an account may have this address. Subdomains count as domains of their own. */
export function isAllowedAddress(
  { allowedMailDomains }: Pick<SystemSettings, 'allowedMailDomains'>,
  email: string,
): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return allowedMailDomains.length === 0 || allowedMailDomains.includes(domain)
}
