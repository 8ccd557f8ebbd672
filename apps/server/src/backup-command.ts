/** The commands of `npm start -- --backup FILE`, `--rehearse FILE` and `--restore FILE`; see docs/OPERATE.md. */
import fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { backupSource, markRestored } from './features/backups/public.ts'
import { createBackup } from './platform/backup/backup.ts'
import { rehearseBackup, restoreBackup } from './platform/backup/restore.ts'
import { type Config, loadConfig } from './platform/config.ts'
import { StartError } from './platform/start-error.ts'
import { blobsOf } from './platform/storage/blobs-of.ts'

/** The secret comes from the running installation or from the backup, so that none may be created here. */
const noSecret = '-'.repeat(32)

type Environment = Record<string, string | undefined>

/**
 * Runs the command of the arguments, if there is one.
 *
 * @returns whether the process should end instead of serving: a restore goes on with the start
 * @throws StartError with one line for the operator
 */
export async function runBackupCommand(args: string[], env: Environment): Promise<boolean> {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { backup: { type: 'string' }, rehearse: { type: 'string' }, restore: { type: 'string' } },
  })
  const chosen = (['backup', 'rehearse', 'restore'] as const).filter((name) => values[name] !== undefined)
  const command = chosen[0]
  if (!command) return false
  const file = values[command]
  if (chosen.length > 1 || typeof file !== 'string' || file === '') {
    throw new StartError('Give one of --backup FILE, --rehearse FILE and --restore FILE.')
  }
  const config = loadConfig({ ...env, MUSTER_SECRET: env.MUSTER_SECRET || noSecret })
  if (config.databaseUrl) {
    throw new StartError('DATABASE_URL is set: use the means of that database server, see docs/OPERATE.md.')
  }
  const passphrase = config.backup.passphrase ?? (await promptForPassphrase())
  const full = path.resolve(file)
  if (command === 'backup') await backUp(config, full, passphrase)
  if (command === 'rehearse') await rehearse(config, full, passphrase)
  if (command === 'restore') await restore(config, full, passphrase)
  return command !== 'restore'
}

async function backUp(config: Config, file: string, passphrase: string): Promise<void> {
  const secretFile = path.join(config.dataDir, 'secret')
  const source = backupSource(config)
  const secret = config.secret === noSecret ? fs.readFileSync(secretFile, 'utf8').trim() : config.secret
  const manifest = await createBackup({ ...source, secret }, file, passphrase)
  for (const key of manifest.missingFiles) say(`Missing in the storage, and so in the backup: ${key}`)
  say(`Backed up ${Object.keys(manifest.tables).length} tables as of ${manifest.at} to ${file}`)
  await rehearse(config, file, passphrase)
}

async function rehearse(config: Config, file: string, passphrase: string): Promise<void> {
  await rehearseBackup(file, passphrase, path.join(config.dataDir, `rehearsal-${process.pid}`))
  say('The backup was restored for a rehearsal, and every table agrees.')
}

async function restore(config: Config, file: string, passphrase: string): Promise<void> {
  const manifest = await restoreBackup(file, passphrase, config.dataDir, blobsOf(config), markRestored)
  say(`Restored ${file}, as of ${manifest.at}`)
}

async function promptForPassphrase(): Promise<string> {
  if (!process.stdin.isTTY) throw new StartError('Set MUSTER_BACKUP_PASSPHRASE to the passphrase.')
  process.stdout.write('Passphrase of the backup: ')
  // What is typed is not shown.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = readline.createInterface({ input: process.stdin, output, terminal: true })
  const passphrase = await terminal.question('')
  terminal.close()
  process.stdout.write('\n')
  if (passphrase.length < 12) throw new StartError('The passphrase must have at least 12 characters.')
  return passphrase
}

const say = (line: string) => process.stdout.write(`${line}\n`)
