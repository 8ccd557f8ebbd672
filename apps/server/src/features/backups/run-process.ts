/** The server's side of the backup process. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { BackupError } from '../../platform/backup/backup-error.ts'
import type { BackupMessage, BackupOrder, BackupProgress, MadeBackup } from './messages.ts'

/**
 * Carries out an order in a process of its own, which has ended when this settles. Null for a restore.
 *
 * @param onProgress what it throws ends the process
 * @throws BackupError; what `onProgress` has thrown; the signal's reason; Error when it may go well another time
 */
export async function inBackupProcess(
  order: BackupOrder,
  onProgress: (progress: BackupProgress) => Promise<void>,
  signal: AbortSignal,
): Promise<MadeBackup | null> {
  const child = startProcess()
  const stopping = new AbortController()
  const stop = () => child.kill('SIGKILL')
  const stopped = AbortSignal.any([signal, stopping.signal])
  stopped.addEventListener('abort', stop, { once: true })

  let outcome: Exclude<BackupMessage, { kind: 'progress' }> | undefined
  let latest: BackupProgress | undefined
  let reporting: Promise<void> | undefined
  const reportLatest = async () => {
    for (let progress = latest; progress; progress = latest) {
      latest = undefined
      await onProgress(progress)
    }
  }
  child.on('message', (message: BackupMessage) => {
    if (message.kind !== 'progress') {
      outcome = message
      return
    }
    latest = message.progress
    reporting ??= reportLatest()
      .catch((error: unknown) => stopping.abort(error))
      .finally(() => {
        reporting = undefined
      })
  })
  const closed = new Promise<void>((resolve) => child.once('disconnect', resolve))
  const ended = once(child, 'exit')
  if (stopped.aborted) stop()
  else child.send(order)
  const [code, killedBy] = await ended
  await closed
  await reporting
  stopped.throwIfAborted()
  if (outcome?.kind === 'done') return outcome.made
  if (!outcome) throw new Error(`The backup process ended (${killedBy ?? code})`)
  throw outcome.fault ? new BackupError(outcome.fault, outcome.detail) : new Error(outcome.detail)
}

function startProcess(): ChildProcess {
  const [file, execArgv] = programOf(import.meta.dirname, import.meta.filename)
  return fork(file, { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

/** Development runs the source file; the build puts the program beside the server. */
function programOf(folder: string, self: string): [file: string, execArgv: string[]] {
  return self.endsWith('.ts')
    ? [path.join(folder, 'process.ts'), ['--import', 'tsx']]
    : [path.join(folder, 'backup.js'), []]
}
