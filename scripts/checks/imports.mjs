/**
 * Who may import whom: `contract <- server`, `contract <- web`; inside an app `platform | ui | lib <- features <- app`;
 * a server feature keeps its repos to itself, a web feature shows others its `public.ts` only.
 * (Import cycles are the linter's business.)
 */
import path from 'node:path'
import { filesIn, lineAt, read, report } from './sources.mjs'

const importPattern =
  /(?:\b(?:import|export)\b[^'"`;]*?\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])(?<target>[^'"\n]+)\1/g

/** What the pure contract may use besides itself. */
const contractPackages = /^(zod|libphonenumber-js)(\/|$)/

/** A rule returns the reason why `from` may not import `to`, or nothing. Both are paths from the root. */
const rules = [
  (from, to) => {
    if (!from.startsWith('packages/contract/src/') || isTest(from)) return
    if (to.startsWith('packages/contract/') || contractPackages.test(to)) return
    return 'the contract is pure: it imports itself, zod and libphonenumber-js only'
  },
  (from, to) => {
    if (from.startsWith('apps/web/') && to.startsWith('apps/server/'))
      return 'the web app knows the contract, not the server'
    if (from.startsWith('apps/server/') && to.startsWith('apps/web/'))
      return 'the server knows the contract, not the web app'
  },
  (from, to) => {
    const isBelow = from.startsWith('apps/server/src/platform/')
    const isAbove = to.startsWith('apps/server/src/') && !to.startsWith('apps/server/src/platform/')
    if (isBelow && isAbove && !isTest(from)) return 'the platform does not know the features'
  },
  (from, to) => {
    const isComposition = /^apps\/server\/src\/(app|main|worker)\.ts$/.test(to)
    if (from.startsWith('apps/server/src/features/') && isComposition && !isTest(from))
      return 'features do not know the app'
  },
  (from, to) => {
    const owner = featureOf('server', to)
    if (!owner || !/\.repo\.ts$/.test(to) || isTest(from)) return
    if (featureOf('server', from) !== owner) return `the repo of "${owner}" is its own: use its service`
  },
  (from, to) => {
    const isBelow = /^apps\/web\/src\/(ui|lib)\//.test(from)
    if (isBelow && /^apps\/web\/src\/(app|features)\//.test(to)) return 'ui and lib do not know features'
  },
  (from, to) => {
    if (from.startsWith('apps/web/src/features/') && to.startsWith('apps/web/src/app/'))
      return 'features do not know the app'
  },
  (from, to) => {
    const owner = featureOf('web', to)
    const user = featureOf('web', from)
    if (!owner || !user || owner === user || isTest(from)) return
    if (!/\/public\.tsx?$/.test(to)) return `use the public.ts of "${owner}"`
  },
]

const isTest = (file) => /\.test(-support)?\.tsx?$|\/test\//.test(file)
const featureOf = (app, file) => new RegExp(`^apps/${app}/src/features/([^/]+)/`).exec(file)?.[1]

/** A path from the root, or the package's name. */
function resolve(from, target) {
  if (target.startsWith('.')) return path.posix.join(path.posix.dirname(from), target)
  if (target.startsWith('@muster/contract/locales/'))
    return target.replace('@muster/contract/', 'packages/contract/')
  const inContract = /^@muster\/contract\/(.+)$/.exec(target)
  return inContract ? `packages/contract/src/${inContract[1]}.ts` : target.replace(/^@muster\//, 'apps/')
}

const problems = []
for (const folder of ['packages/contract', 'apps/server', 'apps/web']) {
  for (const from of filesIn(folder, /\.tsx?$/)) {
    const text = read(from)
    for (const match of text.matchAll(importPattern)) {
      const to = resolve(from, match.groups.target)
      const reason = rules.map((rule) => rule(from, to)).find(Boolean)
      if (reason)
        problems.push(`${from}:${lineAt(text, match.index)} imports ${match.groups.target}: ${reason}`)
    }
  }
}
report('import directions', problems)
