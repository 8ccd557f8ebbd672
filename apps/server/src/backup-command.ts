/**
 * The commands of `npm start -- --backup FILE`, `--rehearse FILE`, `--restore FILE`, `--export-team FILE --team ID` and
 * `--import-team FILE`; see docs/OPERATE.md.
 */
import fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import {
  backupSource,
  exportTeam,
  importTeam,
  markRestored,
  type TeamSource,
} from './features/backups/public.ts'
import { createBackup } from './platform/backup/backup.ts'
import { rehearseBackup, restoreBackup } from './platform/backup/restore.ts'
import { type Config, loadConfig } from './platform/config.ts'
import { runningUrl } from './platform/embedded-postgres/running-server.ts'
import { StartError } from './platform/start-error.ts'
import { blobsOf } from './platform/storage/blobs-of.ts'

/** The secret comes from the running installation or from the backup, so that none may be created here. */
const noSecret = '-'.repeat(32)

const commands = ['backup', 'rehearse', 'restore', 'export-team', 'import-team'] as const

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
    options: {
      ...Object.fromEntries(commands.map((name) => [name, { type: 'string' as const }])),
      team: { type: 'string' },
    },
  })
  const chosen = commands.filter((name) => values[name] !== undefined)
  const command = chosen[0]
  if (!command) return false
  const file = values[command]
  if (chosen.length > 1 || typeof file !== 'string' || file === '') {
    throw new StartError(`Give one of ${commands.map((name) => `--${name} FILE`).join(', ')}.`)
  }
  const config = loadConfig({ ...env, MUSTER_SECRET: env.MUSTER_SECRET || noSecret })
  const isOfTeam = command === 'export-team' || command === 'import-team'
  if (config.databaseUrl && !isOfTeam) {
    throw new StartError('DATABASE_URL is set: use the means of that database server, see docs/OPERATE.md.')
  }
  const passphrase = config.backup.passphrase ?? (await promptForPassphrase())
  const full = path.resolve(file)
  if (command === 'backup') await backUp(config, full, passphrase)
  if (command === 'rehearse') await rehearse(config, full, passphrase)
  if (command === 'restore') await restore(config, full, passphrase)
  if (command === 'export-team') await exportOne(config, full, passphrase, Number(values.team))
  if (command === 'import-team') await importOne(config, full, passphrase)
  return command !== 'restore'
}

async function backUp(config: Config, file: string, passphrase: string): Promise<void> {
  const source = { ...backupSource(config), secret: secretOf(config) }
  const manifest = await createBackup(source, file, passphrase)
  reportMissing(manifest)
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

async function exportOne(config: Config, file: string, passphrase: string, teamId: number): Promise<void> {
  if (!Number.isSafeInteger(teamId) || teamId < 1) throw new StartError('Give the id of the team: --team ID.')
  const manifest = await exportTeam(teamSource(config), teamId, file, passphrase)
  reportMissing(manifest)
  say(`Exported the team ${manifest.team.name} as of ${manifest.at} to ${file}`)
}

async function importOne(config: Config, file: string, passphrase: string): Promise<void> {
  const { manifest, heldMessages } = await importTeam(teamSource(config), file, passphrase)
  say(`Imported the team ${manifest.team.name}, as of ${manifest.at}. It is suspended until you resume it.`)
  if (heldMessages > 0) say(`Messages that wait to be resumed: ${heldMessages}`)
}

const teamSource = (config: Config): TeamSource => ({
  url: config.databaseUrl ?? runningUrl(path.join(config.dataDir, 'postgres'), 'muster'),
  secret: secretOf(config),
  blobs: blobsOf(config),
  scratch: path.join(config.dataDir, 'incoming'),
})

const secretOf = ({ secret, dataDir }: Config): string =>
  secret === noSecret ? fs.readFileSync(path.join(dataDir, 'secret'), 'utf8').trim() : secret

function reportMissing({ missingFiles }: { missingFiles: readonly string[] }): void {
  for (const key of missingFiles) say(`Missing in the storage, and so in the backup: ${key}`)
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
