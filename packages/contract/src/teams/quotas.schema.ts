/** Quotas of a team: how much of what it may have. System administrators set them. */
import { z } from 'zod'

/** Far more than any team has, and exact as a number. */
const largest = 1e15
const quota = z.number().int().min(0).max(largest).nullable()

const quotas = { maxRecords: quota, maxStorageBytes: quota, maxUsers: quota }

/** As settings of the system, for teams without a quota of their own: null and 0 are no limit. */
export const defaultQuotas = quotas

/** As set for one team: null is the default of the system, 0 no limit. */
export const ownQuotasSchema = z.strictObject(quotas)
export type OwnQuotas = z.infer<typeof ownQuotasSchema>
export type QuotaName = keyof OwnQuotas
export const quotaNames = Object.keys(quotas) as QuotaName[]

/** The limits that apply; null for none. */
export type Quotas = Readonly<OwnQuotas>

/** The limit that follows from a team's own quota and the default. */
export function effectiveQuota(own: number | null, byDefault: number | null): number | null {
  return (own ?? byDefault) || null
}

export const quotaUseSchema = z.object({
  /** Without those in the trash; null if they are too many to be counted quickly. */
  records: z.number().int().nullable(),
  /** Equal contents are stored once, and counted once. */
  storageBytes: z.number().int(),
  /** Current and invited ones. */
  users: z.number().int(),
})
export type QuotaUse = z.infer<typeof quotaUseSchema>

/** What each quota limits. */
export const usedOf: Readonly<Record<QuotaName, keyof QuotaUse>> = {
  maxRecords: 'records',
  maxStorageBytes: 'storageBytes',
  maxUsers: 'users',
}
