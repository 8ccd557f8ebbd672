/** Installs the packages in package-lock.json, only if they are missing. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'
import { runNpm } from './run.mjs'

export async function ensureInstalled() {
  if (isInstalled()) return
  process.stdout.write('Installing packages (npm ci) …\n')
  // Development packages too: they build the app. NODE_ENV=production would leave them out.
  const code = await runNpm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'])
  if (code !== 0) {
    process.stderr.write('npm ci failed; the reason is above.\n')
    process.exit(1)
  }
}

/**
 * npm writes what it installed to node_modules/.package-lock.json as its last step. The installation is
 * complete if that file has every package of package-lock.json in its version; optional ones may be missing
 * (they are for other platforms).
 */
function isInstalled() {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([place, { version, optional, devOptional, link }]) => {
    if (!place.includes('node_modules/')) return true
    const found = installed[place]
    if (!found) return optional || devOptional
    return link || found.version === version
  })
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}
