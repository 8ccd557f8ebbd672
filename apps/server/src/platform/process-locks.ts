/** Locks by name across the processes on one database, which end with the process that holds them. */
import pg from 'pg'

/**
 * Advisory locks of one session of its own. They are lost with its connection, so they keep work from being done twice
 * at the same time; what must not happen twice at all needs a unique index too.
 */
export class ProcessLocks {
  /** A single connection, kept open: the session. */
  private readonly session: pg.Pool

  /** @param url of the database */
  constructor(url: string) {
    this.session = new pg.Pool({
      connectionString: url,
      max: 1,
      idleTimeoutMillis: 0,
      application_name: 'muster locks',
    })
    // A connection that was lost is replaced on the next use.
    this.session.on('error', () => {})
  }

  /** Takes a lock unless another process holds it. Within this process it can be taken again and again. */
  async tryLock(name: string): Promise<boolean> {
    const { rows } = await this.session.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [name],
    )
    return rows[0]?.taken === true
  }

  /** Frees a lock; a lost connection has freed it already. */
  async unlock(name: string): Promise<void> {
    await this.session.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => {})
  }

  async close(): Promise<void> {
    await this.session.end()
  }
}
