/** Keeps the table in docs/PERFORMANCE.md: results against the server for a plain table. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Result } from './load.ts'

const page = path.resolve(import.meta.dirname, '../docs/PERFORMANCE.md')
const table = /(<!-- table -->\n)[\s\S]*(<!-- \/table -->)/

/** @throws Error if one of the results of `plain` is missing: the table is of one run */
export function writePerformancePage(results: readonly Result[]): void {
  const plain = results.filter(({ name }) => name.startsWith('plain '))
  if (plain.length < 9) throw new Error('The table needs all results whose name begins with plain')
  const lines = plain.map(
    ({ name, ratio, reqPerSec, baseline }) =>
      `| ${name.replace('plain ', '')} | ${ratio.toFixed(2)} | ${whole(reqPerSec)} | ${whole(baseline.reqPerSec)} |`,
  )
  const head = ['| work | ratio | ours a second | the plain server a second |', '| --- | --: | --: | --: |']
  const text = fs.readFileSync(page, 'utf8')
  fs.writeFileSync(page, text.replace(table, `$1\n${[...head, ...lines].join('\n')}\n\n$2`))
  // Aligns the columns, as the check of formats asks.
  execFileSync('node_modules/.bin/biome', ['format', '--write', page], {
    cwd: path.dirname(path.dirname(page)),
  })
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')
