/** Reads source files for the checks, and reports their results. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../lib/root.mjs'

const ignored = new Set(['node_modules', 'dist', '.cache', '.data'])

/**
 * Files below a folder of the repository, as paths from its root.
 *
 * @param {string} folder
 * @param {RegExp} pattern of the file's name
 * @returns {string[]}
 */
export function filesIn(folder, pattern) {
  const absolute = path.join(root, folder)
  if (!fs.existsSync(absolute)) return []
  return fs.readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => {
    if (ignored.has(entry.name)) return []
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesIn(place, pattern)
    return pattern.test(entry.name) ? [place] : []
  })
}

/** @param {string} place from the root of the repository */
export function read(place) {
  return fs.readFileSync(path.join(root, place), 'utf8')
}

/** The line number of a position, from 1. */
export function lineAt(text, position) {
  return text.slice(0, position).split('\n').length
}

/** Prints the problems and sets the exit code. */
export function report(name, problems) {
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  process.stdout.write(`${name}: ${problems.length === 0 ? 'ok' : `${problems.length} found`}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
