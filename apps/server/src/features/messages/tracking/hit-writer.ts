/**
 * Collects opens and clicks and notes them together, so that a picture or a redirect waits for no statement of its own and
 * thousands of people who open a mail at once cost a few statements.
 */
import type { Deps } from '../../../engine/public.ts'
import { transaction } from '../../../platform/db.ts'
import { teamSchema } from '../../../platform/migrate.ts'
import { refreshCounts } from '../counts.repo.ts'
import { countingMessages, type Hit, messagesOfRecipients, noteHits } from './hits.repo.ts'

export type HitDeps = Pick<Deps, 'pool' | 'live' | 'log'>

const flushMs = 500
/** A message is counted again after its last hits, at most so often. */
const countMs = 15_000
/** More than these are not kept while the database does not answer. */
const maxPending = 20_000
const maxBatch = 1000

interface TeamHit extends Hit {
  teamId: number
}

export class HitWriter {
  readonly #deps: HitDeps
  #pending: TeamHit[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  /** Messages with hits that are not in their counts, by id. */
  readonly #uncounted = new Map<number, number>()
  #countTimer: NodeJS.Timeout | undefined

  constructor(deps: HitDeps) {
    this.#deps = deps
  }

  add(hit: TeamHit): void {
    if (this.#pending.length >= maxPending) return
    this.#pending.push(hit)
    this.#timer ??= setTimeout(() => void this.flush(), flushMs)
  }

  /** Ends when everything that was added before has been noted. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#writeAll())
    return this.#writing
  }

  async close(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
    await this.count()
  }

  async #writeAll(): Promise<void> {
    const pending = this.#pending
    this.#pending = []
    for (const teamId of new Set(pending.map((hit) => hit.teamId))) {
      const hits = pending.filter((hit) => hit.teamId === teamId)
      for (let at = 0; at < hits.length; at += maxBatch) {
        const part = hits.slice(at, at + maxBatch)
        try {
          await this.#write(teamId, part)
        } catch (error) {
          this.#deps.log.warn({ err: error, teamId }, 'opens and clicks could not be noted')
        }
      }
    }
  }

  async #write(teamId: number, hits: readonly Hit[]): Promise<void> {
    const { pool } = this.#deps
    const schema = teamSchema(teamId)
    const found = await messagesOfRecipients(
      pool,
      schema,
      hits.map(({ recipientId }) => recipientId),
    )
    const messageOf = new Map(found.map(({ recipientId, messageId }) => [recipientId, messageId]))
    const counting = await countingMessages(pool, teamId, [...new Set(messageOf.values())])
    const messages = new Map(counting.map((message) => [message.id, message]))
    const counted = hits.filter(({ recipientId, type }) => {
      const message = messages.get(messageOf.get(recipientId)!)
      return type === 'open' ? message?.tracksOpens : message?.tracksClicks
    })
    if (counted.length === 0) return
    await transaction(pool, (client) => noteHits(client, schema, counted))
    for (const { recipientId } of counted) this.#uncounted.set(messageOf.get(recipientId)!, teamId)
    this.#countTimer ??= setTimeout(() => void this.count(), countMs)
  }

  /** Counts the messages whose hits were noted since the last time, which otherwise happens a while later. */
  async count(): Promise<void> {
    const { pool, live, log } = this.#deps
    clearTimeout(this.#countTimer)
    this.#countTimer = undefined
    const messages = [...this.#uncounted]
    this.#uncounted.clear()
    try {
      for (const [messageId, teamId] of messages) await refreshCounts(pool, teamSchema(teamId), messageId)
      for (const teamId of new Set(messages.map(([, teamId]) => teamId)))
        await live.changed(teamId, { kind: 'messages' })
    } catch (error) {
      log.warn({ err: error }, 'messages could not be counted')
    }
  }
}
