/**
 * `npm run lock`, to run after changing dependencies. A registry mirror may lack the binaries that a package
 * offers for other platforms. npm then leaves them out of package-lock.json, and `npm ci` rejects the file
 * everywhere. This adds them, so that the same lock file installs on every platform; with `--check` it only
 * lists what is missing.
 */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './lib/root.mjs'

const file = path.join(root, 'package-lock.json')
const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
const missing = findMissing(lock.packages)

if (process.argv.includes('--check')) {
  for (const [place] of missing) process.stdout.write(`package-lock.json lacks ${place}: npm run lock\n`)
  process.exitCode = missing.length > 0 ? 1 : 0
} else if (missing.length > 0) {
  for (const [place, entry] of missing) lock.packages[place] = entry
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => compare(a, b)))
  fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  process.stdout.write(`Added ${missing.length} packages of other platforms to package-lock.json\n`)
}

/** Optional dependencies with an exact version whose package is missing from the lock file. */
function findMissing(packages) {
  const found = new Map()
  for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isLocked = packages[`${parent}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
      if (isLocked || !/^\d+\.\d+\.\d+/.test(version)) continue
      const { cpu, libc, os } = platformOf(name)
      // In npm's own key order, so that its next install changes nothing.
      found.set(`node_modules/${name}`, { version, cpu, ...(dev && { dev }), libc, optional: true, os })
    }
  }
  return [...found]
}

/** The names of such packages contain their platform, as in `binding-linux-arm64-musl`. */
function platformOf(name) {
  const words = name.split(/[-/]/)
  const os = words.find((word) => /^(android|darwin|freebsd|linux|openharmony|win32)$/.test(word))
  const cpu = words.find((word) => /^(arm|arm64|ia32|ppc64|riscv64|s390x|x64)$/.test(word))
  const libc = words.includes('musl') ? 'musl' : os === 'linux' && words.includes('gnu') ? 'glibc' : undefined
  return { cpu: cpu && [cpu], libc: libc && [libc], os: os && [os] }
}

/** npm's own order of paths. */
function compare(a, b) {
  return a.localeCompare(b, 'en')
}
