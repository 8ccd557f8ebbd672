/** First start: creates a system administrator and a team with sample data in an empty database. */

import crypto from 'node:crypto'
import type { Deps } from '../../engine/public.ts'
import { transaction } from '../../platform/db.ts'
import { hashOf, proveAccount } from '../auth/public.ts'
import type { NewTeam } from '../teams/public.ts'
import { begin, dropTeamsSince, finish, firstAdmin, hasUsers, insertAdmin, isDone } from './setup.repo.ts'

/** Creates the sample team, with this user as its administrator. */
export type SampleBuilder = (deps: Deps, admin: NewTeam['admin']) => Promise<unknown>

const lockKey = 6_301_003
const defaultEmail = 'admin@example.org'
const adminName = { firstName: 'System', lastName: 'Administrator' }

/**
 * Of several processes that start concurrently, one does the work and the others wait. Runs before serving.
 */
export async function bootstrap(deps: Deps, buildSample?: SampleBuilder): Promise<void> {
  const client = await deps.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await ensureAdmin(deps)
    if (buildSample) await ensureSample(deps, buildSample)
  } finally {
    // Closing the connection releases the lock.
    client.release(true)
  }
}

async function ensureAdmin(deps: Deps): Promise<void> {
  const { pool, config } = deps
  if (await isDone(pool, 'admin')) return
  const email = (config.adminEmail ?? defaultEmail).toLowerCase()
  const password = config.adminPassword ?? generatedPassword()
  const hash = await hashOf(password)
  const isCreated = await transaction(pool, async (client) => {
    const isEmpty = !(await hasUsers(client))
    if (isEmpty) {
      const name = `${adminName.firstName} ${adminName.lastName}`
      const { userId } = await insertAdmin(client, { name, email })
      await proveAccount(client, userId, { name: null, passwordHash: hash })
    } else await finish(client, 'sample')
    await finish(client, 'admin')
    return isEmpty
  })
  if (isCreated && !config.adminPassword) process.stdout.write(welcome(config.publicUrl, email, password))
}

/**
 * Starts over if an earlier start was interrupted, whose teams were never served. A first start without
 * sample data marks the step as done, so that no team is ever deleted later.
 */
async function ensureSample(deps: Deps, buildSample: SampleBuilder): Promise<void> {
  const { pool, log, config } = deps
  if (await isDone(pool, 'sample')) return
  if (!config.hasSample) return finish(pool, 'sample')
  const { userId } = (await firstAdmin(pool))!
  const interruptedAt = await begin(pool, 'sample')
  if (interruptedAt) await dropTeamsSince(pool, interruptedAt)
  log.info('creating the sample team')
  await buildSample(deps, { userId, ...adminName })
  await finish(pool, 'sample')
}

/** About 100 bits, without similar-looking characters. */
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
