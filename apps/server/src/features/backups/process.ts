/**
 * The backup process: it compresses and encrypts, which would keep the server from answering, with a low priority. It
 * ends with the server.
 */
import os from 'node:os'
import { BackupError, type BackupFault } from '../../platform/backup/backup-error.ts'
import { makeBackup } from './make-backup.ts'
import type { BackupMessage, BackupOrder, BackupProgress } from './messages.ts'
import { restoreBeside } from './restore-beside.ts'

// On Linux this concerns one thread; those that it starts later inherit it.
os.setPriority(10)

process.on('disconnect', () => process.exit(0))
process.once('message', (order: BackupOrder) => void carryOut(order))

async function carryOut(order: BackupOrder): Promise<void> {
  const send = (message: BackupMessage, done: () => void = () => {}) => void process.send?.(message, done)
  try {
    const report = (progress: BackupProgress) => send({ kind: 'progress', progress })
    const made = order.work === 'make' ? await makeBackup(order, report) : null
    if (order.work === 'restore') await restoreBeside(order, report)
    send({ kind: 'done', made }, leave)
  } catch (error) {
    const detail = error instanceof Error ? error.message || error.name : String(error)
    send({ kind: 'failed', fault: faultOf(error), detail }, leave)
  }
}

const leave = () => process.disconnect?.()

function faultOf(error: unknown): BackupFault | null {
  if (error instanceof BackupError) return error.fault
  return (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'insufficient_storage' : null
}
