/** Limits of what visitors do, counted for all processes together. */
import crypto from 'node:crypto'
import { AppError } from '@muster/contract/errors'
import ipaddr from 'ipaddr.js'
import { type Executor, one, sql } from '../../../platform/db.ts'
import { attempt } from '../../auth/public.ts'

/** A crowd in one hall shares a network. */
const startsOfNetworkPerMinute = 120
const startsOfWizardPerMinute = 600
const answersOfNetworkPerMinute = 1500
const codesOfNetworkPerHour = 60
const codesToAddressPerHour = 5
const codesToAddressPerDay = 10
/** A bot pays for each run by its proof of work. */
const linksOfRunPerDay = 5
/** Text messages cost money. */
const codesOfTeamPerDay = { email: 2000, sms: 200 } as const

/** From these many starts in a minute on, proof of work takes twice as long, at most three times over. */
const startsPerLevel = { all: 200, network: 20 }
const highestLevel = 3

type Limits = Parameters<typeof attempt>[1]
const unlimited = Number.MAX_SAFE_INTEGER

/** Counts the start of a run. @throws AppError rate_limited */
export async function limitStart(
  executor: Executor,
  { teamId, dataWizardId, address }: { teamId: number; dataWizardId: number; address: string },
): Promise<void> {
  const network = networkOf(address)
  const minute = minuteOf(Date.now())
  await within(executor, [
    limit(`wizard starts from ${network} ${minute}`, startsOfNetworkPerMinute, 1),
    limit(`wizard starts of ${teamId} ${dataWizardId}`, startsOfWizardPerMinute, 1),
    // Never reached: it is counted for `startsLevel`.
    limit(`wizard starts ${minute}`, unlimited, 1),
  ])
}

/** How many times the work for a start is doubled, by the starts of this minute and the one before. */
export async function startsLevel(executor: Executor, address: string): Promise<number> {
  const minutes = [minuteOf(Date.now()), minuteOf(Date.now() - 60_000)]
  const all = minutes.map((minute) => `wizard starts ${minute}`)
  const own = minutes.map((minute) => `wizard starts from ${networkOf(address)} ${minute}`)
  const counts = await one<{ all: number | null; own: number | null }>(
    executor,
    sql`select max(count) filter (where key = any(${all}::text[])) as all,
          max(count) filter (where key = any(${own}::text[])) as own
        from muster.attempt where key = any(${[...all, ...own]}::text[])`,
  )
  const levels = [(counts?.all ?? 0) / startsPerLevel.all, (counts?.own ?? 0) / startsPerLevel.network]
  return Math.min(highestLevel, Math.floor(Math.max(...levels)))
}

/** Counts an answer of a visitor. @throws AppError rate_limited */
export async function limitAnswer(executor: Executor, address: string): Promise<void> {
  await within(executor, [limit(`wizard answers from ${networkOf(address)}`, answersOfNetworkPerMinute, 1)])
}

/**
 * Counts a code before it is sent.
 *
 * @param to the address it goes to, normalised
 * @throws AppError rate_limited, which tells nothing about the address
 */
export async function limitCode(
  executor: Executor,
  { teamId, channel, to, address }: { teamId: number; channel: 'email' | 'sms'; to: string; address: string },
): Promise<void> {
  const hash = crypto.createHash('sha256').update(to.toLowerCase()).digest('base64url')
  await within(executor, [limit(`wizard codes from ${networkOf(address)}`, codesOfNetworkPerHour, 60)])
  await within(executor, [limit(`wizard codes to ${hash}`, codesToAddressPerHour, 60)])
  const day = 24 * 60
  await within(executor, [limit(`wizard codes to ${hash} in a day`, codesToAddressPerDay, day)])
  await within(executor, [limit(`wizard codes ${channel} of ${teamId}`, codesOfTeamPerDay[channel], day)])
}

/**
 * Counts a mail that leads back to a run, among the codes.
 *
 * @throws AppError rate_limited, which tells nothing about the address
 */
export async function limitLink(
  executor: Executor,
  { runId, ...mail }: { teamId: number; runId: number; to: string; address: string },
): Promise<void> {
  await within(executor, [limit(`wizard links of ${mail.teamId} ${runId}`, linksOfRunPerDay, 24 * 60)])
  await limitCode(executor, { ...mail, channel: 'email' })
}

const limit = (key: string, max: number, windowMinutes: number): Limits[number] => ({
  key,
  max,
  windowMinutes,
})

/** @throws AppError rate_limited */
async function within(executor: Executor, limits: Limits): Promise<void> {
  if (!(await attempt(executor, limits))) throw new AppError('rate_limited')
}

const minuteOf = (ms: number): number => Math.floor(ms / 60_000)

/** The /24 of an IPv4 address, or the /64 of an IPv6 address, of which one site has all. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  return ip.kind() === 'ipv4'
    ? ip.toByteArray().slice(0, 3).join('.')
    : ip.toNormalizedString().split(':').slice(0, 4).join(':')
}
