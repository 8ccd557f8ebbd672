/** What waits for a person after a restore: a backup does not know what was sent since it was made. */
import type pg from 'pg'
import { ident, one, rows, sql, type Transaction, transaction } from '../../platform/db.ts'
import { teamSchema } from '../../platform/migrate.ts'
import { startColumns } from './life.service.ts'
import { tryMove } from './moves.ts'
import { pause } from './sender/progress.repo.ts'

interface Held {
  messageId: number
  teamId: number
  status: 'SENDING' | 'SCHEDULED'
  isAutomatic: boolean
}

/**
 * Pauses the messages that a restored database would go on sending, or that were due since the backup. Runs before jobs
 * and the send loop; of several processes that start, one does it and the others wait.
 *
 * @returns how many wait now
 */
export async function holdRestored(pool: pg.Pool): Promise<number> {
  return transaction(pool, async (client) => {
    const restored = await one(
      client,
      sql`update muster.installation_step set done_at = now() where name = 'restored' and done_at is null
          returning name`,
    )
    return restored ? holdMessages(client, null) : 0
  })
}

/** Pauses those of one team, or of all. @returns how many wait now */
export async function holdMessages(client: Transaction, teamId: number | null): Promise<number> {
  const open = await rows<Held>(
    client,
    sql`select id as "messageId", team_id as "teamId", status, is_automatic as "isAutomatic"
        from muster.outgoing_message
        where deleted_at is null and (${teamId}::bigint is null or team_id = ${teamId})
          and (status = 'SENDING' and paused_at is null or status = 'SCHEDULED' and scheduled_at <= now())
        order by id`,
  )
  let count = 0
  for (const message of open) if (await hold(client, message)) count += 1
  return count
}

async function hold(client: Transaction, { messageId, teamId, status, isAutomatic }: Held): Promise<boolean> {
  if (status === 'SENDING') {
    // Wizards go on filling those that nobody waits for.
    if (isAutomatic && !(await hasWaiting(client, teamId, messageId))) return false
    return pause(client, { teamId, messageId }, 'restored', 'restored')
  }
  const set = startColumns('restored')
  const moved = await tryMove(client, {
    teamId,
    messageId,
    event: 'start',
    by: null,
    set,
    detail: 'restored',
  })
  return moved !== null
}

async function hasWaiting(client: Transaction, teamId: number, messageId: number): Promise<boolean> {
  const ledger = ident(teamSchema(teamId), 'message_recipient')
  const found = await one(
    client,
    sql`select from ${ledger} where message_id = ${messageId} and state in ('waiting', 'claimed', 'handing') limit 1`,
  )
  return found !== undefined
}
