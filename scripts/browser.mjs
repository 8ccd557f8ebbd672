/** The Chromium for the tests in a browser: where it is, how it is started, and how it is got when there is none. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'

const debian = '/usr/bin/chromium'
const isRoot = process.getuid?.() === 0

/** Nothing is asked of any server but the one under test. */
export const chromiumArgs = [
  // The sandbox cannot be set up by root; in a container there often is nobody else.
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  // Containers give /dev/shm 64 MB.
  '--disable-dev-shm-usage',
]

/**
 * CHROMIUM_PATH, else Debian's, else Debian's installed now (as root), else the one that an npm package carries.
 * Sets CHROMIUM_PATH for what is started next.
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
  if (fs.existsSync(debian)) return debian
  if (isRoot && fs.existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium (apt-get) …\n')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) => run('apt-get', ['-qq', ...args], { env, timeoutMs: 300_000 })
    await apt('update')
    await apt('install', '--yes', '--no-install-recommends', 'chromium')
    if (fs.existsSync(debian)) return debian
  }
  return unpackBundled()
}

/** The package would unpack to the temporary folder, where a copy may be another user's. */
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
  // The program itself last: when it is there, all is.
  const names = fs.readdirSync(unpacked).sort((a, b) => Number(a === 'chromium') - Number(b === 'chromium'))
  for (const name of names) {
    fs.rmSync(path.join(folder, name), { recursive: true, force: true })
    fs.renameSync(path.join(unpacked, name), path.join(folder, name))
  }
  fs.rmdirSync(unpacked)
  return program
}
