/** Ends the process in order: what was begun is finished, and then everything is closed once. */
import fs from 'node:fs'
import type { Logger } from './log.ts'

/** One thing to close. They are closed in the order given, each even when the one before it failed. */
export interface ClosingStep {
  name: string
  close(): Promise<unknown>
}

export interface Shutdown {
  isStopping(): boolean
  /** Runs the steps. Calling it again waits for the same end. */
  stop(reason: string): Promise<void>
}

/** Within this time a repeated signal is the same one: npm passes Ctrl+C on to a process that got it already. */
const sameSignalMs = 1000

export function createShutdown(log: Logger, steps: () => ClosingStep[]): Shutdown {
  let stopping: Promise<void> | undefined
  async function run(reason: string): Promise<void> {
    log.info({ reason }, 'stopping')
    for (const step of steps()) {
      try {
        await step.close()
      } catch (error) {
        log.error({ err: error, step: step.name }, 'could not be closed')
      }
    }
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

/**
 * Stops on SIGTERM, SIGINT and SIGHUP, and when npm, which started us, is gone: killed with -9 it cannot pass
 * anything on, and we would hold the port against the next start. A second signal, or `patienceMs`, ends the
 * process without further waiting.
 */
export function stopOnSignals(shutdown: Shutdown, log: Logger, patienceMs = 25_000): void {
  let firstAt: number | undefined
  const begin = (reason: string) => {
    firstAt = Date.now()
    setTimeout(() => {
      log.error('stopping took too long')
      process.exit(1)
    }, patienceMs).unref()
    void shutdown.stop(reason).then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (firstAt === undefined) begin(signal)
      else if (Date.now() - firstAt > sameSignalMs) process.exit(1)
    })
  }
  if (process.env.npm_lifecycle_event) watchParent(() => firstAt === undefined && begin('npm is gone'))
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

/** npm runs a script through a shell, which may stay between it and us. Only Linux gives a parent's parent. */
function findNpm(): number {
  try {
    const isShell = /^(sh|dash|bash)$/.test(fs.readFileSync(`/proc/${process.ppid}/comm`, 'utf8').trim())
    if (!isShell) return process.ppid
    // Fields after the name, which may itself have blanks and brackets: state, then the parent's pid.
    const stat = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return process.ppid
  }
}
