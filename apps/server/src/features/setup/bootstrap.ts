/** The first start: on an empty database a system administrator and a team with sample data. */

import crypto from 'node:crypto'
import type { Deps } from '../../engine/public.ts'
import { transaction } from '../../platform/db.ts'
import { hashOf, proveAccount } from '../auth/public.ts'
import type { NewTeam } from '../teams/public.ts'
import { begin, dropTeamsSince, finish, firstAdmin, hasUsers, insertAdmin, isDone } from './setup.repo.ts'

/** Makes the sample team, with this user as its administrator. */
export type SampleBuilder = (deps: Deps, admin: NewTeam['admin']) => Promise<unknown>

const lockKey = 6_301_003
const defaultEmail = 'admin@example.org'
const adminName = { firstName: 'System', lastName: 'Administrator' }

/** Of several processes that start at once one works and the others wait. Nothing is served before it has ended. */
export async function bootstrap(deps: Deps, buildSample?: SampleBuilder): Promise<void> {
  const client = await deps.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await ensureAdmin(deps)
    if (buildSample) await ensureSample(deps, buildSample)
  } finally {
    // Closing the connection gives the lock back.
    client.release(true)
  }
}

async function ensureAdmin(deps: Deps): Promise<void> {
  const { pool, config } = deps
  if (await isDone(pool, 'admin')) return
  const email = (config.adminEmail ?? defaultEmail).toLowerCase()
  const password = config.adminPassword ?? generatedPassword()
  const hash = await hashOf(password)
  const isMade = await transaction(pool, async (client) => {
    const isEmpty = !(await hasUsers(client))
    if (isEmpty) {
      const name = `${adminName.firstName} ${adminName.lastName}`
      const { userId } = await insertAdmin(client, { name, email })
      await proveAccount(client, userId, { name: null, passwordHash: hash })
    } else await finish(client, 'sample')
    await finish(client, 'admin')
    return isEmpty
  })
  if (isMade && !config.adminPassword) process.stdout.write(welcome(config.publicUrl, email, password))
}

/**
 * Begins anew when an earlier start was cut short: what it left was never served to anybody. A first start without
 * sample data settles it for good, so that nothing is ever cleared away later.
 */
async function ensureSample(deps: Deps, buildSample: SampleBuilder): Promise<void> {
  const { pool, log, config } = deps
  if (await isDone(pool, 'sample')) return
  if (!config.hasSample) return finish(pool, 'sample')
  const { userId } = (await firstAdmin(pool))!
  const cutShortAt = await begin(pool, 'sample')
  if (cutShortAt) await dropTeamsSince(pool, cutShortAt)
  log.info('making the sample team')
  await buildSample(deps, { userId, ...adminName })
  await finish(pool, 'sample')
}

/** 100 bits, without letters and digits that look alike. */
function generatedPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const letters = Array.from({ length: 20 }, () => alphabet[crypto.randomInt(alphabet.length)])
  return letters.join('').replace(/.{5}(?=.)/g, '$&-')
}

function welcome(publicUrl: string, email: string, password: string): string {
  const lines = [
    'Muster is set up. Sign in as system administrator:',
    '',
    `  Address   ${publicUrl}`,
    `  Email     ${email}`,
    `  Password  ${password}`,
    '',
    'The password is shown this once. Keep it, or change it after signing in.',
  ]
  const width = Math.max(...lines.map((line) => line.length))
  const frame = '-'.repeat(width + 4)
  return `\n${[frame, ...lines.map((line) => `| ${line.padEnd(width)} |`), frame].join('\n')}\n\n`
}
