/** The dependencies of every feature: created once in main.ts (and in tests), never imported as globals. */
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Live } from '../platform/live.ts'
import type { Mailer } from '../platform/mail/mail.ts'
import type { ProcessLocks } from '../platform/process-locks.ts'
import type { Warnings } from '../platform/warnings.ts'
import type { Models } from './model/models.ts'

export interface Deps {
  config: Config
  pool: pg.Pool
  log: Logger
  live: Live
  models: Models
  mailer: Mailer
  jobs: Jobs
  locks: ProcessLocks
  warnings: Warnings
  /** Closes everything and starts again in this process; returns at once. */
  restart(): void
}
