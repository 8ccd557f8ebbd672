/**
 * A reporter of Vitest that writes what made a run fail, in a few lines each, to `failuresFile`: tests, files that
 * could not be loaded or set up, and errors outside of tests. `npm test` ends with them, because the reader of a
 * long output reads its end.
 */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

export const failuresFile = path.join(root, '.cache/test-failures.txt')

const maxLines = 12

export default class FailureReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<import('vitest').SerializedError>} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    for (const module of modules) {
      const file = path.relative(root, module.moduleId)
      for (const error of module.errors()) write(`${file} (loading or setting up)`, error)
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) write(`${file}: ${suite.fullName} (setting up)`, error)
      }
      for (const test of module.children.allTests('failed')) {
        for (const error of test.result().errors) write(`${file}: ${test.fullName}`, error)
      }
    }
    for (const error of unhandled) write('outside of a test', error)
  }
}

function write(where, error) {
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/node_modules/.test(line))
  const lines = [
    ...String(error.message ?? error)
      .split('\n')
      .slice(0, maxLines),
    ...frames.slice(0, maxLines),
  ]
  fs.appendFileSync(failuresFile, `failed: ${where}\n${lines.map((line) => `  ${line}\n`).join('')}`)
}
