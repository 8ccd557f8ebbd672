/** Settings of the whole system: what each may be, and what it is until a system administrator changes it. */
import { z } from 'zod'
import { leastPasswordLength } from '../auth/password-length.ts'
import { backupSettings } from '../backups/backups.schema.ts'

export const settingLimits = {
  minPasswordLength: { min: leastPasswordLength, max: 64 },
  sessionDays: { min: 3, max: 365 },
  mailDomains: 100,
} as const

/** The domain of a mail address, in lower case. */
const mailDomainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/)

export const systemSettingsSchema = z
  .strictObject({
    /** Of passwords that are chosen from now on. Never less than spec section 5 says. */
    minPasswordLength: z
      .number()
      .int()
      .min(settingLimits.minPasswordLength.min)
      .max(settingLimits.minPasswordLength.max),
    /** How long a remembered session lasts without use. Others last a day at most, or until the browser closes. */
    sessionDays: z.number().int().min(settingLimits.sessionDays.min).max(settingLimits.sessionDays.max),
    /** Of new accounts and invitations; empty for any. */
    allowedMailDomains: z.array(mailDomainSchema).max(settingLimits.mailDomains),
    ...backupSettings,
  })
  .meta({ id: 'SystemSettings' })
export type SystemSettings = z.infer<typeof systemSettingsSchema>
export type SystemSettingKey = keyof SystemSettings

export const defaultSettings: Readonly<SystemSettings> = {
  minPasswordLength: leastPasswordLength,
  sessionDays: 30,
  allowedMailDomains: [],
  backupSchedule: 'daily',
  backupHour: 3,
  backupWeekday: 0,
  backupTimeZone: 'UTC',
  backupsKept: 7,
}

/** Whether an account may have this address. Subdomains count as domains of their own. */
export function isAllowedAddress(
  { allowedMailDomains }: Pick<SystemSettings, 'allowedMailDomains'>,
  email: string,
): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return allowedMailDomains.length === 0 || allowedMailDomains.includes(domain)
}
