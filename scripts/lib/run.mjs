/** Running other programs, with their output where ours goes. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './root.mjs'

/**
 * Resolves to the exit code; 1 when the program was ended by a signal or could not be started.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, { cwd = root, env = process.env, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: timeoutMs,
    })
    child.on('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a JavaScript file with this Node. @returns {Promise<number>} */
export function runNode(file, args, options) {
  return run(process.execPath, [path.join(root, file), ...args], options)
}

/** Runs npm: the one that started us, when npm did. @returns {Promise<number>} */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath
  if (npm && /\.c?js$/.test(npm)) return run(process.execPath, [npm, ...args], options)
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)
}
