/**
 * Finds the root of a record by its id. Guesses it from nearby ids, because bulk inserts use consecutive ids.
 */
import { AppError } from '@muster/contract/errors'
import type pg from 'pg'
import { ident, one, sql } from '../../platform/db.ts'
import type { TeamModel } from '../model/model.ts'

/** Guesses are stored per range of 2 ** runBits ids. */
const runBits = 6
const maxGuesses = 50_000

export class Homes {
  private readonly pool: pg.Pool
  private readonly guesses = new Map<string, number>()

  constructor(pool: pg.Pool) {
    this.pool = pool
  }

  /**
   * Calls `read` with the guessed root. If that finds nothing or throws an AppError, looks up the root in the
   * catalogue and calls `read` with it. Errors for the actual root are rethrown.
   *
   * @returns null if there is no such record or `read` does not find it
   */
  async find<Found>(
    model: TeamModel,
    recordId: number,
    read: (dataCollectionId: number) => Promise<Found | null>,
  ): Promise<Found | null> {
    const key = `${model.teamId}:${Math.floor(recordId / 2 ** runBits)}`
    const guess = this.guesses.get(key)
    let refusal: unknown = null
    if (guess !== undefined && model.collections.get(guess) && !model.collections.get(guess)?.deletedAt) {
      try {
        const found = await read(guess)
        if (found !== null) return found
      } catch (error) {
        // Fields and collections of the request may be those of another tree.
        if (!(error instanceof AppError)) throw error
        refusal = error
      }
    }
    const home = await this.lookUp(model, recordId)
    if (home === guess && refusal) throw refusal
    if (home === null || home === guess) return null
    this.remember(key, home)
    return read(home)
  }

  private async lookUp(model: TeamModel, recordId: number): Promise<number | null> {
    const row = await one<{ id: number }>(
      this.pool,
      sql`select data_collection_id as id from ${ident(model.schema, 'data_record')} where id = ${recordId}`,
    )
    return row?.id ?? null
  }

  private remember(key: string, home: number): void {
    this.guesses.set(key, home)
    const [oldest] = this.guesses.keys()
    if (this.guesses.size > maxGuesses && oldest !== undefined) this.guesses.delete(oldest)
  }
}
