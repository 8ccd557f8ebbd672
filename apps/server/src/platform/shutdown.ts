/** Shuts the process down gracefully: everything is closed once, in order. */
import fs from 'node:fs'
import type { Logger } from './log.ts'

export interface ClosingStep {
  name: string
  close(): Promise<unknown>
}

export interface Shutdown {
  isStopping(): boolean
  /** Runs the steps. Repeated calls wait for the same run. */
  stop(reason: string): Promise<void>
}

/** A repeated signal within this time is a duplicate: npm forwards Ctrl+C, which we receive as well. */
const duplicateSignalMs = 1000

export function createShutdown(log: Logger, steps: () => ClosingStep[]): Shutdown {
  let stopping: Promise<void> | undefined
  async function run(reason: string): Promise<void> {
    log.info({ reason }, 'stopping')
    await closeAll(log, steps())
    log.info('stopped')
  }
  return {
    isStopping: () => stopping !== undefined,
    stop(reason) {
      stopping ??= run(reason)
      return stopping
    },
  }
}

/** Runs the steps in order; a failing one does not prevent the next ones. */
export async function closeAll(log: Logger, steps: readonly ClosingStep[]): Promise<void> {
  for (const step of steps) {
    try {
      await step.close()
    } catch (error) {
      log.error({ err: error, step: step.name }, 'could not be closed')
    }
  }
}

/**
 * Stops on SIGTERM, SIGINT and SIGHUP, and when npm started this process and has ended: killed with -9, npm
 * cannot forward a signal, and this process would keep the port occupied. A second signal, or `timeoutMs`,
 * ends the process immediately.
 */
export function stopOnSignals(shutdown: Shutdown, log: Logger, timeoutMs = 25_000): void {
  let stoppedAt: number | undefined
  const stop = (reason: string) => {
    stoppedAt = Date.now()
    setTimeout(() => {
      log.error('stopping took too long')
      process.exit(1)
    }, timeoutMs).unref()
    void shutdown.stop(reason).then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppedAt === undefined) stop(signal)
      else if (Date.now() - stoppedAt > duplicateSignalMs) process.exit(1)
    })
  }
  if (process.env.npm_lifecycle_event) watchParent(() => stoppedAt === undefined && stop('npm is gone'))
}

function watchParent(onGone: () => void): void {
  const npm = findNpm()
  const timer = setInterval(() => {
    if (findNpm() === npm) return
    clearInterval(timer)
    onGone()
  }, 500)
  timer.unref()
}

/** The pid of npm: our parent or, if that is a shell, its parent, which only Linux reveals. */
function findNpm(): number {
  try {
    const isShell = /^(sh|dash|bash)$/.test(fs.readFileSync(`/proc/${process.ppid}/comm`, 'utf8').trim())
    if (!isShell) return process.ppid
    // After the name, which may contain spaces and brackets: the state, then the parent's pid.
    const stat = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return process.ppid
  }
}
