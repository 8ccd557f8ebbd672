/**
 * Starts a Muster process (configuration, database, migrations, server, jobs) and shuts it down gracefully.
 */

import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { runBackupCommand } from './backup-command.ts'
import { designHolders } from './design-holders.ts'
import type { Deps } from './engine/deps.ts'
import { Models } from './engine/model/models.ts'
import { swapRestored } from './features/backups/public.ts'
import { holdRestored } from './features/messages/public.ts'
import { MessageComposer } from './features/messages/sender/message-composer.ts'
import { startSending } from './features/messages/sender/start.ts'
import { bootstrap } from './features/setup/bootstrap.ts'
import { createSampleTeam } from './features/setup/sample.ts'
import { watchForWebhooks } from './features/webhooks/watch.ts'
import { loadConfig } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import { createPool, guardTransactions } from './platform/db.ts'
import { requireDiskSpace, watchDisk } from './platform/disk-space.ts'
import { installHealth } from './platform/health.ts'
import { keepHeapSmall } from './platform/heap.ts'
import { type OpenPort, openPort } from './platform/http/open-port.ts'
import { hasOutboxPage, newOutboxToken, outboxLink } from './platform/http/outbox-access.ts'
import { poolSize } from './platform/http/read-limits.ts'
import { createServer } from './platform/http/server.ts'
import { createJobs, migrateJobs } from './platform/jobs.ts'
import { Live } from './platform/live.ts'
import { createLogger, type Logger } from './platform/log.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createMetrics } from './platform/metrics.ts'
import { migrateAllTeams, migrateMuster } from './platform/migrate.ts'
import { ProcessLocks } from './platform/process-locks.ts'
import { type ClosingStep, closeAll, createShutdown, stopOnSignals } from './platform/shutdown.ts'
import { StartError } from './platform/start-error.ts'
import { blobsOf } from './platform/storage/blobs-of.ts'
import { Warnings } from './platform/warnings.ts'
import { tasksOf } from './tasks.ts'

/** How long open requests may continue when the process is stopping. */
const drainMs = 10_000

async function main(): Promise<void> {
  keepHeapSmall()
  if (await runBackupCommand(process.argv.slice(2), process.env)) return
  const config = loadConfig(process.env)
  const log = createLogger(config.logLevel)
  const steps: ClosingStep[] = []
  let program: Program | undefined
  const server = { name: 'server', close: async () => program && drain(program) }
  const shutdown = createShutdown(log, () => [server, ...steps])
  stopOnSignals(shutdown, log)
  const port = await openPort(config.port, config.host)
  program = { log, steps, port, app: undefined, isStopping: shutdown.isStopping }
  await serve(program)
}

/** What lasts while everything else is closed and started again. */
interface Program {
  log: Logger
  /** What closes everything but the port and the app, in order. */
  steps: ClosingStep[]
  port: OpenPort
  /** Once it serves requests. */
  app: FastifyInstance | undefined
  isStopping(): boolean
}

/** Starts everything, on the data folder as a restore may have left it. */
async function serve(program: Program): Promise<void> {
  const { log, steps, port, isStopping } = program
  await swapRestored(loadConfig(process.env))
  // The secret may have been restored.
  const config = loadConfig(process.env)
  if (config.publicUrl.startsWith('https:') && !config.trustProxy) {
    log.warn('https needs a proxy in front, and none is trusted: set MUSTER_TRUST_PROXY')
  }
  const metrics = createMetrics()
  // Steps run in reverse order.
  const onStop = (name: string, close: () => Promise<unknown>) => steps.unshift({ name, close })

  await blobsOf(config).check()
  const database = await openDatabase(config, log, (error) => {
    process.stderr.write(`Muster ends: its database is lost.\n${error.message}\n`)
    process.exit(1)
  })
  onStop('database', database.stop)
  const pool = createPool(database.url, { max: poolSize })
  onStop('connections', () => pool.end())
  metrics.watchPool(pool)
  await migrateMuster(pool)
  await migrateJobs(pool)
  await migrateAllTeams(pool)

  const live = new Live({ pool, url: database.url, log })
  await live.start()
  onStop('live updates', () => live.stop())
  const locks = new ProcessLocks(database.url)
  onStop('locks', () => locks.close())
  const outboxDir = path.join(config.dataDir, 'outbox')
  const mailer = createMailer({ smtpUrl: config.smtpUrl, outboxDir, from: config.mailFrom })
  onStop('mail', mailer.close)
  // The tasks depend on services that add jobs, so they are created on first use.
  const jobs = createJobs({ pool, log, metrics, tasks: () => tasksOf(deps) })
  const warnings = new Warnings()
  const deps: Deps = {
    warnings,
    config,
    pool,
    log,
    live,
    models: new Models(pool, live, { holders: designHolders }),
    mailer,
    jobs,
    locks,
    restart: () => void restart(program).catch(end),
  }

  await bootstrap(deps, createSampleTeam)
  const heldMessages = await holdRestored(pool)
  if (heldMessages > 0) log.warn({ heldMessages }, 'after a restore, messages wait for a person')
  if (database.isEmbedded) {
    const { dataDir: folder, minFreeBytes } = config
    const disk = await watchDisk({ folder, minFreeBytes, warnings, log })
    guardTransactions(pool, () => requireDiskSpace(warnings))
    onStop('disk', async () => disk.stop())
  }

  if (config.role !== 'web') {
    await jobs.start()
    onStop('jobs', jobs.stop)
    onStop('messages', startSending(deps, new MessageComposer(deps)).stop)
    onStop('webhooks', watchForWebhooks(deps).stop)
  }
  // A worker serves only the endpoints for operators.
  const isServing = config.role !== 'worker'
  const outboxToken = isServing && hasOutboxPage(config) ? newOutboxToken() : undefined
  const app = isServing ? await buildApp(deps, { outboxToken, port }) : await createServer(config, log, port)
  installHealth(app, {
    pool,
    metrics,
    warnings,
    metricsToken: config.metricsToken,
    isStopping,
  })
  await port.serve(app)
  program.app = app
  log.info({ url: config.publicUrl, role: config.role, pid: process.pid }, 'Muster is ready')
  // Plain text for people at a terminal.
  if (process.stdout.isTTY) {
    const mails = outboxToken ? `  Its mails, once: ${outboxLink(config.publicUrl, outboxToken)}\n` : ''
    process.stdout.write(`\n  Muster is ready: ${config.publicUrl}\n${mails}\n`)
  }
}

/** Waits for open requests, and closes those that take too long: an event stream would stay open forever. */
async function drain({ app, port }: Program): Promise<void> {
  const timer = setTimeout(port.closeConnections, drainMs)
  await Promise.all([app?.close(), port.close()])
  clearTimeout(timer)
}

/** Meanwhile requests are answered with 503, by which open pages wait. */
async function restart(program: Program): Promise<void> {
  const { log, steps, port, isStopping } = program
  if (isStopping()) return
  log.info('everything is closed and started again')
  await port.pause(drainMs)
  await program.app?.close()
  program.app = undefined
  await closeAll(log, steps.splice(0))
  await serve(program)
}

/** A message without a stack for problems that the operator can fix; other errors keep their stack. */
function explain(error: unknown): string {
  if (error instanceof StartError) return error.message
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `Port ${(error as { port?: number }).port} is in use. Set PORT to another one.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function end(error: unknown): never {
  process.stderr.write(`Muster cannot start.\n${explain(error)}\n`)
  process.exit(1)
}

main().catch(end)
