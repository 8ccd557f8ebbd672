/** Attempt limits shared by all processes. An attempt is counted before it is made, so none is missed. */
import net from 'node:net'
import { type Executor, one, rows, run, sql } from '../../platform/db.ts'
import { isKnownTo } from './device-cookie.ts'
import type { Visit } from './sessions.ts'

export interface Limit {
  key: string
  /** Attempts within the window. */
  max: number
  windowMinutes: number
}

/**
 * Limits guessing per account and address, per account from anywhere, and per address over all accounts. A device on
 * which the account has signed in before has its own limit, so that nobody locks the owner out from elsewhere.
 */
export function signInLimits(email: string, { address, device }: Pick<Visit, 'address' | 'device'>): Limit[] {
  if (isKnownTo(device, email)) {
    return [{ key: `signIn account ${email} on ${device.id}`, max: 10, windowMinutes: 15 }]
  }
  const from = networkOf(address)
  return [
    { key: `signIn account ${email} from ${from}`, max: 10, windowMinutes: 15 },
    { key: `signIn account ${email}`, max: 50, windowMinutes: 15 },
    addressLimit(address),
  ]
}

/** Limits attempts from one address, over all accounts. */
export function addressLimit(address: string): Limit {
  return { key: `signIn from ${networkOf(address)}`, max: 100, windowMinutes: 15 }
}

/** Keeps us from flooding a mailbox. */
export function mailLimits(email: string): Limit[] {
  return [{ key: `mail ${email}`, max: 5, windowMinutes: 60 }]
}

/** Counts one attempt against each limit. @returns whether it is within all of them */
export async function attempt(executor: Executor, limits: readonly Limit[]): Promise<boolean> {
  // Always in the same order, so that concurrent attempts cannot deadlock.
  const sorted = [...limits].sort((a, b) => (a.key < b.key ? -1 : 1))
  const counted = await rows<{ key: string; count: number }>(
    executor,
    sql`insert into muster.attempt as a (key, count)
        select l.key, 1 from unnest(${sorted.map((l) => l.key)}::text[]) as l (key)
        on conflict (key) do update set
          count = case when a.since < now() - ${window(sorted)}::interval then 1 else a.count + 1 end,
          since = case when a.since < now() - ${window(sorted)}::interval then now() else a.since end
        returning key, count`,
  )
  const counts = new Map(counted.map(({ key, count }) => [key, count]))
  return limits.every(({ key, max }) => (counts.get(key) ?? 0) <= max)
}

/** Whether nobody has taken this key yet, see `takeOnce`. A read, which costs a repeated attempt less than a write. */
export async function isFree(executor: Executor, key: string): Promise<boolean> {
  return !(await one(executor, sql`select 1 as taken from muster.attempt where key = ${key}`))
}

/** Takes a key that can be taken once, until it is forgotten. @returns whether this call is the first */
export async function takeOnce(executor: Executor, key: string): Promise<boolean> {
  const taken = await one(
    executor,
    sql`insert into muster.attempt (key, count) values (${key}, 1) on conflict (key) do nothing returning key`,
  )
  return taken !== undefined
}

/** Uncounts an attempt that succeeded, and resets the first limit. */
export async function forgive(executor: Executor, [first, ...others]: readonly Limit[]): Promise<void> {
  await run(executor, sql`delete from muster.attempt where key = ${first?.key ?? ''}`)
  await uncount(executor, others)
}

/** Uncounts an attempt that succeeded. */
export async function uncount(executor: Executor, limits: readonly Limit[]): Promise<void> {
  await run(
    executor,
    sql`update muster.attempt set count = count - 1 where key = any(${limits.map((l) => l.key)}) and count > 0`,
  )
}

function window(limits: readonly Limit[]): string {
  return `${Math.max(...limits.map((l) => l.windowMinutes))} minutes`
}

/** The /64 of an IPv6 address, because one user has all of it; an IPv4 address as it is. */
function networkOf(address: string): string {
  if (net.isIPv6(address) && !address.toLowerCase().startsWith('::ffff:')) {
    return expand(address).slice(0, 4).join(':')
  }
  return address
}

function expand(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
}
