/** Chromium for the browser tests: its path, its arguments, and its installation if there is none. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'

/** Debian's. The shell is the quicker one: it has no window, whose own pages run beside those under test. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const chromium = '/usr/bin/chromium'
const isRoot = process.getuid?.() === 0

/** Keeps Chromium from contacting any server but the one under test. */
export const chromiumArgs = [
  // Root cannot use the sandbox, and containers often have no other user.
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  // Containers limit /dev/shm to 64 MB.
  '--disable-dev-shm-usage',
]

/**
 * CHROMIUM_PATH, else Debian's headless shell, which root installs if it is missing, else Debian's Chromium, else the
 * one bundled in an npm package. Sets CHROMIUM_PATH for processes started later.
 *
 * @returns {Promise<string>} the path of the program
 */
export async function chromiumPath() {
  const given = process.env.CHROMIUM_PATH
  if (given && !fs.existsSync(given)) throw new Error(`CHROMIUM_PATH: there is no ${given}`)
  process.env.CHROMIUM_PATH = given || (await findOrInstall())
  return process.env.CHROMIUM_PATH
}

async function findOrInstall() {
  const found = () => [headlessShell, chromium].find((program) => fs.existsSync(program))
  if (found() !== headlessShell && isRoot && fs.existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium (apt-get) …\n')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) => run('apt-get', ['-qq', ...args], { env, timeoutMs: 300_000 })
    await apt('update')
    await apt('install', '--yes', '--no-install-recommends', 'chromium-headless-shell')
  }
  return found() ?? unpackBundled()
}

/** Unpacks to our own folder, because a copy in the shared temporary folder may belong to another user. */
async function unpackBundled() {
  const folder = path.join(root, '.cache/chromium')
  const program = path.join(folder, 'chromium')
  if (fs.existsSync(program)) return program
  process.stdout.write('Unpacking Chromium …\n')
  const unpacked = path.join(folder, 'tmp')
  fs.mkdirSync(unpacked, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = unpacked
  try {
    const { default: bundled } = await import('@sparticuz/chromium')
    await bundled.executablePath()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  // The program itself last: if it exists, unpacking is complete.
  const names = fs.readdirSync(unpacked).sort((a, b) => Number(a === 'chromium') - Number(b === 'chromium'))
  for (const name of names) {
    fs.rmSync(path.join(folder, name), { recursive: true, force: true })
    fs.renameSync(path.join(unpacked, name), path.join(folder, name))
  }
  fs.rmdirSync(unpacked)
  return program
}
