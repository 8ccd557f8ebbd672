/** The dependencies of features for tests: a silent log, and mails and jobs in memory. */
import os from 'node:os'
import path from 'node:path'
import type { Api } from '@muster/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { designHolders } from '../src/design-holders.ts'
import type { Deps } from '../src/engine/deps.ts'
import { Models } from '../src/engine/model/models.ts'
import { authenticatorOf } from '../src/features/auth/authenticator.ts'
import type { Config } from '../src/platform/config.ts'
import { createPool, isInTransaction } from '../src/platform/db.ts'
import { bind, type Handlers } from '../src/platform/http/bind.ts'
import { Idempotency } from '../src/platform/http/idempotency.ts'
import { OpenDownloads } from '../src/platform/http/open-downloads.ts'
import { createServer } from '../src/platform/http/server.ts'
import { Live } from '../src/platform/live.ts'
import { createLogger } from '../src/platform/log.ts'
import type { Mail } from '../src/platform/mail/mail.ts'
import { ProcessLocks } from '../src/platform/process-locks.ts'
import { Warnings } from '../src/platform/warnings.ts'
import { type TestDatabase, testDatabase } from './template-db.ts'

interface AddedJob {
  name: string
  payload: unknown
}

/** The part of a task of `tasks.ts` that tests use. */
interface AnyTask {
  schema: { parse(payload: unknown): unknown }
  run(payload: never, context: never): Promise<void>
}

export interface TestDeps extends Deps {
  /** Sent mails in order. */
  mails: Mail[]
  /** Jobs that were added and have not run. */
  added: AddedJob[]
  /** When a restart was asked for; nothing restarts. */
  restarts: number[]
  /** Runs the added jobs, and those that they add, sequentially. */
  runJobs(tasks: Record<string, unknown>): Promise<void>
  /** Ends connections and drops the database. */
  close(): Promise<void>
}

const testConfig: Config = {
  environment: 'test',
  isProduction: false,
  port: 3000,
  host: '127.0.0.1',
  databaseUrl: undefined,
  dataDir: path.join(os.tmpdir(), `muster-test-${process.pid}`),
  role: 'all',
  adminEmail: undefined,
  adminPassword: undefined,
  publicUrl: 'http://localhost:3000',
  secret: 'a secret of tests that has 32 characters',
  smtpUrl: undefined,
  mailFrom: 'Muster <no-reply@example.org>',
  metricsToken: undefined,
  backup: {
    passphrase: undefined,
    folder: path.join(os.tmpdir(), `muster-test-${process.pid}`, 'backups'),
    s3: undefined,
  },
  webhookHosts: ['127.0.0.1'],
  mailHosts: ['127.0.0.1'],
  logLevel: 'silent',
  trustProxy: false,
  hasSample: false,
  s3: undefined,
  maxFileSize: 100 * 1024 * 1024,
  mapTiles: undefined,
  minFreeBytes: 0,
}

/** Uses a new database unless `db` is set. Call `close` in `afterAll`. */
export async function testDeps(
  options: { db?: TestDatabase; config?: Partial<Config>; connections?: number } = {},
): Promise<TestDeps> {
  const db = options.db ?? (await testDatabase())
  const config = { ...testConfig, ...options.config }
  const pool = forbidSecondConnections(
    createPool(db.url, { max: options.connections ?? 5, name: 'muster test' }),
  )
  const log = createLogger(config.logLevel)
  const live = new Live({ pool, url: db.url, log })
  await live.start()
  const locks = new ProcessLocks(db.url)
  const mails: Mail[] = []
  const added: AddedJob[] = []
  const restarts: number[] = []
  return {
    config,
    pool,
    log,
    live,
    locks,
    models: new Models(pool, live, { holders: designHolders }),
    mails,
    added,
    mailer: {
      async send(mail) {
        mails.push(mail)
        const accepted = [mail.to].flat().map((to) => (typeof to === 'string' ? to : to.address))
        return { messageId: `<${mails.length}@test>`, accepted, rejected: [], response: '250 Kept' }
      },
      close: async () => {},
    },
    jobs: {
      async add(name: string, payload: unknown, { client }: { client?: unknown } = {}) {
        if (!client && isInTransaction(pool))
          throw new Error('A job is added outside the transaction around it')
        added.push({ name, payload })
        return String(added.length)
      },
      start: async () => {},
      stop: async () => {},
    } as unknown as Deps['jobs'],
    warnings: new Warnings(),
    restart() {
      restarts.push(Date.now())
    },
    restarts,
    async runJobs(tasks) {
      for (let job = added.shift(); job; job = added.shift()) {
        const task = tasks[job.name] as AnyTask | undefined
        if (!task) throw new Error(`No task ${job.name}`)
        const context = {
          jobId: '1',
          attempt: 1,
          isLastAttempt: true,
          signal: new AbortController().signal,
          log,
        }
        await task.run(task.schema.parse(job.payload) as never, context as never)
      }
    },
    async close() {
      await live.stop()
      await locks.close()
      await pool.end()
      await db.drop()
    },
  }
}

/**
 * Throws when code inside a transaction takes a second connection of the pool: if all connections were used
 * by transactions that wait for another one, they would deadlock.
 */
function forbidSecondConnections(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  pool.connect = ((...args: unknown[]) => {
    if (isInTransaction(pool)) throw new Error('A transaction takes a second connection of its pool')
    return connect(...args)
  }) as typeof pool.connect
  return pool
}

/** Binds the features of a server under test. */
export type Features = (bindTo: <A extends Api>(api: A, handlers: Handlers<A>) => void) => void

/** A server with some features: `testApp(deps, (bindTo) => bindTo(teamsApi, teamsRoutes(deps)))`. */
export async function testApp(deps: Deps, features: Features): Promise<FastifyInstance> {
  const app = await createServer(deps.config, deps.log)
  const binding = {
    authenticator: authenticatorOf(deps),
    idempotency: new Idempotency(deps),
    warnings: deps.warnings,
    downloads: new OpenDownloads(deps.live),
    position: (teamId: number) => deps.live.position(teamId),
    checksResponses: true,
  }
  features((api, handlers) => bind(app, binding, api, handlers))
  await app.ready()
  return app
}
