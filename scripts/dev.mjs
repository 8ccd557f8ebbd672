/**
 * `npm run dev`: the server and the web app, both reloading when a file changes. Open the web app's port
 * (PORT, default 3000); it proxies /api and /dev to the server on the next port.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode, root } from './lib/root.mjs'

requireNode()
await ensureInstalled()

const webPort = Number(process.env.PORT || 3000)
const serverPort = webPort + 1
const env = {
  NODE_ENV: 'development',
  LOG_LEVEL: 'info',
  MUSTER_PUBLIC_URL: `http://localhost:${webPort}`,
  ...process.env,
  MUSTER_DEV_API: `http://127.0.0.1:${serverPort}`,
}

const children = [
  start('node_modules/tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'apps/server/src/main.ts'], root, {
    ...env,
    PORT: String(serverPort),
  }),
  start(
    'node_modules/vite/bin/vite.js',
    ['--port', String(webPort), '--strictPort'],
    path.join(root, 'apps/web'),
    env,
  ),
]

/** When one of the two exits, the other is stopped, because neither is useful alone. */
function start(file, args, cwd, childEnv) {
  const child = spawn(process.execPath, [path.join(root, file), ...args], {
    cwd,
    env: childEnv,
    stdio: 'inherit',
  })
  child.on('exit', (code) => stop(code ?? 0))
  return child
}

function stop(code) {
  process.exitCode ??= code
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
