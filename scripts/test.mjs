/**
 * `npm test`: installs what is missing and runs everything that CI runs. `--only static|unit|e2e` runs one part;
 * `--database URL` runs the server's tests on that PostgreSQL (15 or newer), whose user may create databases.
 * The last line is the result: `N passed, N failed`. A static check counts as one test.
 */
import fs from 'node:fs'
import path from 'node:path'
import { failuresFile } from './lib/failure-reporter.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode, root } from './lib/root.mjs'
import { collectNode, runNode } from './lib/run.mjs'

/** The longest first, so that none of them runs alone at the end. */
const staticChecks = [
  ['types of the web app', 'node_modules/typescript/bin/tsc', ['-p', 'apps/web']],
  ['dead code', 'node_modules/knip/bin/knip.js', ['--no-progress']],
  ['types of the server', 'node_modules/typescript/bin/tsc', ['-p', 'apps/server']],
  [
    'lint and format',
    'node_modules/@biomejs/biome/bin/biome',
    ['check', '--diagnostic-level=warn', '--max-diagnostics=40'],
  ],
  ['types of the contract', 'node_modules/typescript/bin/tsc', ['-p', 'packages/contract']],
  ['import directions', 'scripts/checks/imports.mjs', []],
  ['locales', 'scripts/checks/locales.mjs', []],
  ['package-lock.json is complete', 'scripts/complete-lock.mjs', ['--check']],
]

const parts = {
  static: runStatic,
  unit: () => runVitest('unit', []),
  e2e: () => runVitest('e2e', ['--config', 'vitest.e2e.config.ts']),
}

requireNode()
const only = readOnly()
const database = readOption('--database')
await ensureInstalled()
const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
fs.rmSync(failuresFile, { force: true })
for (const [name, runPart] of Object.entries(parts)) {
  if (only && only !== name) continue
  const start = Date.now()
  const counts = await runPart()
  for (const key of Object.keys(total)) total[key] += counts[key]
  process.stdout.write(`\n── ${name}: ${Math.round((Date.now() - start) / 1000)} s\n`)
}
for (const failure of failures) process.stdout.write(`failed: ${failure}\n`)
if (fs.existsSync(failuresFile)) process.stdout.write(`\n${fs.readFileSync(failuresFile, 'utf8')}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

function readOption(option) {
  const position = process.argv.indexOf(option)
  return position < 0 ? undefined : (process.argv[position + 1] ?? '')
}

function readOnly() {
  const name = readOption('--only')
  if (name === undefined || name in parts) return name
  process.stderr.write(`--only takes ${Object.keys(parts).join(', ')}\n`)
  process.exit(2)
}

/** Runs two checks at a time, for two cores; each prints its output when it has ended. */
async function runStatic() {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const waiting = [...staticChecks]
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const [name, file, args] = check
      const { code, output } = await collectNode(file, args)
      process.stdout.write(`\n── ${name}\n${output}`)
      counts[code === 0 ? 'passed' : 'failed']++
      if (code !== 0) failures.push(name)
    }
  }
  await Promise.all([work(), work()])
  return counts
}

/** Reads the counts from Vitest's report; a run that fails without a failed test counts as one failure. */
async function runVitest(name, args) {
  process.stdout.write(`\n── ${name}\n`)
  const report = path.join(root, `.cache/${name}-report.json`)
  fs.rmSync(report, { force: true })
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    `--reporter=${path.join(root, 'scripts/lib/failure-reporter.mjs')}`,
  ]
  const env = { ...process.env, NODE_ENV: 'test', ...(database && { TEST_DATABASE_URL: database }) }
  const code = await runNode('node_modules/vitest/vitest.mjs', ['run', ...args, ...reporters], { env })
  const counts = readReport(report)
  if (code !== 0 && counts.failed === 0) {
    counts.failed = 1
    failures.push(`${name} (ended with ${code})`)
  }
  return counts
}

function readReport(file) {
  try {
    const report = JSON.parse(fs.readFileSync(file, 'utf8'))
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
