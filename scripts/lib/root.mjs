/** The root of the repository, and the check that must run before anything else. */
import path from 'node:path'

export const root = path.resolve(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  '../..',
)

/** Exits with a message if Node is too old to run the rest. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  process.stderr.write(`Muster needs Node 20.19 or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}
