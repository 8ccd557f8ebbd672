/** Decides which operating-system user runs the server: PostgreSQL refuses to run as root. */
import fs from 'node:fs'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import { isRoot, readText, type ServerOwner } from './host.ts'

/** Accounts that exist on practically every Unix, best first. */
const candidates = ['postgres', 'nobody', 'daemon']

/**
 * Without root, the current user. As root, the owner of the cluster if it exists (only that user can read
 * it), else the first of the usual service accounts.
 */
export function chooseOwner(dataFolder: string): ServerOwner {
  if (!isRoot) return {}
  if (fs.existsSync(path.join(dataFolder, 'PG_VERSION'))) {
    const { uid, gid } = fs.statSync(dataFolder)
    if (uid !== 0) return { uid, gid }
  }
  const accounts = readText('/etc/passwd')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of candidates) {
    const account = accounts.find((fields) => fields[0] === name && Number(fields[2]) !== 0)
    // `>>> 0`: macOS writes nobody's uid as -2.
    if (account) return { uid: Number(account[2]) >>> 0, gid: Number(account[3]) >>> 0 }
  }
  throw new StartError(
    `Running as root, and /etc/passwd has none of ${candidates.join(', ')} to run PostgreSQL as. ` +
      'Set DATABASE_URL to a PostgreSQL server instead.',
  )
}
