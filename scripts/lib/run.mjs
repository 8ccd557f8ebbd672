/** Runs other programs. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './root.mjs'

/**
 * Runs a program with our stdout and stderr. Resolves to the exit code, or 1 if it was ended by a signal or
 * could not be started.
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

/**
 * Runs a JavaScript file with this Node and collects its output, both streams in order of arrival, so that
 * parallel programs do not mix their lines.
 *
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
export function collectNode(file, args) {
  return new Promise((resolve) => {
    const env = process.stdout.isTTY ? { FORCE_COLOR: '1', ...process.env } : process.env
    const child = spawn(process.execPath, [path.join(root, file), ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const parts = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part))
    child.on('error', (error) => resolve({ code: 1, output: `${file}: ${error.message}\n` }))
    // Not `exit`, because the last output may not have arrived yet.
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(parts).toString() }))
  })
}

/** Runs npm, preferably the one that started this process. @returns {Promise<number>} */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath
  if (npm && /\.c?js$/.test(npm)) return run(process.execPath, [npm, ...args], options)
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)
}
