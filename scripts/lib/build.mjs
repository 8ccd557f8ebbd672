/** Builds the web app and the server, each only when its sources have changed. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setAsideAssets } from './previous-assets.mjs'
import { root } from './root.mjs'
import { runNode } from './run.mjs'

/** The sources of each part, and the file that shows that it has been built. */
const parts = {
  web: {
    folder: 'apps/web',
    sources: ['packages/contract', 'apps/web', 'brands', 'package-lock.json', 'tsconfig.base.json'],
    result: 'apps/web/dist/index.html',
    args: ['build'],
    /** @returns what to do after the build */
    before: () => setAsideAssets(path.join(root, 'apps/web/dist'), path.join(root, '.cache/assets-before')),
  },
  server: {
    folder: 'apps/server',
    sources: ['packages/contract', 'apps/server', 'brands', 'package-lock.json', 'tsconfig.base.json'],
    result: 'apps/server/dist/main.js',
    args: ['build'],
  },
}

/** Folders that no build reads. */
const ignored = new Set([
  'node_modules',
  'dist',
  'e2e',
  'test',
  'migrations',
  'samples',
  'db',
  '.data',
  '.cache',
])

const stampFile = path.join(root, '.cache/build.json')

/** Builds both at once, for two cores. Exits with the build's error output if one fails. */
export async function ensureBuilt() {
  const built = await Promise.all(Object.keys(parts).map(buildIfChanged))
  if (built.includes(false)) process.exit(1)
}

/** @returns {Promise<boolean>} whether it is built now */
async function buildIfChanged(name) {
  const part = parts[name]
  const hash = hashOf(part.sources)
  if (readStamps()[name] === hash && fs.existsSync(path.join(root, part.result))) return true
  process.stdout.write(`Building the ${name} …\n`)
  const env = { ...process.env, NODE_ENV: 'production' }
  const vite = 'node_modules/vite/bin/vite.js'
  const after = part.before?.()
  const code = await runNode(vite, [...part.args, '--logLevel', 'warn'], {
    cwd: path.join(root, part.folder),
    env,
  })
  if (code !== 0) {
    process.stderr.write(`The ${name} could not be built; the reason is above.\n`)
    return false
  }
  after?.()
  // Read again: the other build may have written its own.
  writeStamps({ ...readStamps(), [name]: hash })
  return true
}

/** Hashes names and contents, because a checkout or a copy changes file times but not contents. */
function hashOf(sources) {
  const hash = crypto.createHash('sha256')
  for (const source of sources) addTo(hash, source)
  return hash.digest('hex')
}

function addTo(hash, place) {
  const stat = fs.statSync(path.join(root, place), { throwIfNoEntry: false })
  if (stat?.isFile())
    hash
      .update(`${place}\0`)
      .update(fs.readFileSync(path.join(root, place)))
      .update('\0')
  if (!stat?.isDirectory()) return
  for (const name of fs.readdirSync(path.join(root, place)).sort()) {
    if (!ignored.has(name) && !/\.test\.tsx?$/.test(name)) addTo(hash, `${place}/${name}`)
  }
}

function readStamps() {
  try {
    return JSON.parse(fs.readFileSync(stampFile, 'utf8'))
  } catch {
    return {}
  }
}

function writeStamps(stamps) {
  fs.mkdirSync(path.dirname(stampFile), { recursive: true })
  fs.writeFileSync(stampFile, JSON.stringify(stamps))
}
