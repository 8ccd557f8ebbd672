/** The check of import directions, run on trees of files with one violation each. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const scripts = fileURLToPath(new URL('../../../scripts', import.meta.url))
const service = 'apps/server/src/features/cards/cards.service.ts'
const page = 'apps/server/src/engine/query/page.ts'

let root: string
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-imports-'))
})
afterEach(() => fs.rmSync(root, { recursive: true }))

/** @param files source text by place @returns exit code and output of the check in a repository of these files */
function check(files: Readonly<Record<string, string>>): [code: number | null, output: string] {
  fs.cpSync(scripts, path.join(root, 'scripts'), { recursive: true })
  for (const [place, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, place)), { recursive: true })
    fs.writeFileSync(path.join(root, place), text)
  }
  const { status, stdout } = spawnSync(process.execPath, ['scripts/checks/imports.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
  return [status, stdout]
}

test('what the rules allow passes', () => {
  const allowed = {
    [service]:
      "import { pageOf } from '../../engine/public.ts'\nimport { names } from '../lists/public.ts'\n",
    [page]: "import { sql } from '../../platform/db.ts'\n",
  }
  expect(check(allowed)).toEqual([0, 'import directions: ok\n'])
})

test.each([
  ['the engine uses a feature', { [page]: "import { one } from '../../features/cards/public.ts'\n" }, page],
  [
    'a feature uses the inside of another, for a type alone',
    { [service]: "import type { List } from '../lists/lists.service.ts'\n" },
    'use the public.ts of "lists"',
  ],
  [
    'a feature uses the inside of the engine',
    { [service]: "export { pageOf } from '../../engine/query/page.ts'\n" },
    'use engine/public.ts',
  ],
  [
    'two features use each other, for types alone',
    {
      [service]: "import type { List } from '../lists/public.ts'\n",
      'apps/server/src/features/lists/lists.service.ts': "import type { Card } from '../cards/public.ts'\n",
    },
    'features in a cycle: cards -> lists -> cards',
  ],
  [
    'two files import each other, one of them when it is needed',
    {
      'apps/web/src/ui/A.tsx': "import { B } from './B.tsx'\n",
      'apps/web/src/ui/B.tsx': "const A = await import('./A.tsx')\n",
    },
    'import cycle: apps/web/src/ui/A.tsx -> apps/web/src/ui/B.tsx -> apps/web/src/ui/A.tsx',
  ],
])('%s: refused', (_what, files, reason) => {
  const [code, output] = check(files)
  expect(code).toBe(1)
  expect(output).toContain(reason)
  expect(output).toContain('import directions: 1 found')
})
