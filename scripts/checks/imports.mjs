/**
 * Who may import whom: `contract <- server`, `contract <- web`;
 * in the server `platform <- engine <- features <- app`, in the web app `ui | lib <- features <- app`.
 * A feature uses the engine through its public files and another feature through its `public.ts`; neither
 * files nor features import each other in a cycle, type-only imports included. Field editors, cells and
 * filter operands reach a server only through the `RecordSource` that their page provides.
 */
import path from 'node:path'
import { filesIn, lineAt, read, report } from './sources.mjs'

const importPattern =
  /(?:\b(?:import|export)\b[^'"`;]*?\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])(?<target>[^'"\n]+)\1/g

/** Packages that the pure contract may use. */
const contractPackages = /^(zod|libphonenumber-js|sms-segments-calculator)(\/|$)/

/** A rule returns why `from` may not import `to`, or nothing. Both are paths from the root. */
const rules = [
  (from, to) => {
    if (!from.startsWith('packages/contract/src/') || isTest(from)) return
    if (to.startsWith('packages/contract/') || contractPackages.test(to)) return
    return 'the contract is pure: it imports itself, zod, libphonenumber-js and sms-segments-calculator only'
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
    if (isTest(from) || !from.startsWith(`${server}engine/`)) return
    if (to.startsWith(server) && !to.startsWith(`${server}engine/`) && !to.startsWith(`${server}platform/`))
      return 'the engine knows no feature: let the feature register what it adds'
    if (enginePublic.test(to)) return 'the public files are for features: import the module itself'
  },
  (from, to) => {
    if (isTest(from) || !featureOf('server', from) || !to.startsWith(server)) return
    if (to.startsWith(`${server}engine/`) && !enginePublic.test(to))
      return 'use engine/public.ts, public.sql.ts or public.design.ts'
    if (/^[^/]+\.ts$/.test(to.slice(server.length))) return 'features do not know the app'
  },
  (from, to) => {
    const owner = featureOf('server', to)
    const user = featureOf('server', from)
    if (!owner || !user || owner === user || isTest(from)) return
    if (!/\/public\.ts$/.test(to)) return `use the public.ts of "${owner}"`
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
    const isEditor =
      /^apps\/web\/src\/features\/(fields\/(types|picker|files|components)|filters\/operands)\//.test(from)
    const isApi = /^apps\/web\/src\/lib\/(api|endpoints)\.ts$/.test(to)
    if (isEditor && isApi && !isTest(from))
      return 'field editors, cells and operands take what they need from useRecordSource() of features/fields/source'
  },
  (from, to) => {
    const owner = featureOf('web', to)
    const user = featureOf('web', from)
    if (!owner || !user || owner === user || isTest(from)) return
    if (!/\/public\.tsx?$/.test(to)) return `use the public.ts of "${owner}"`
  },
]

const server = 'apps/server/src/'
const enginePublic = /^apps\/server\/src\/engine\/public(\.\w+)?\.ts$/
const isTest = (file) => /\.test(-support)?\.tsx?$|\/test\//.test(file)
const featureOf = (app, file) => new RegExp(`^apps/${app}/src/features/([^/]+)/`).exec(file)?.[1]

/** @returns a path from the root, or the package's name */
function resolve(from, target) {
  if (target.startsWith('.')) return path.posix.join(path.posix.dirname(from), target)
  if (target.startsWith('@muster/contract/locales/'))
    return target.replace('@muster/contract/', 'packages/contract/')
  const inContract = /^@muster\/contract\/(.+)$/.exec(target)
  return inContract ? `packages/contract/src/${inContract[1]}.ts` : target.replace(/^@muster\//, 'apps/')
}

const problems = []
/** Imports by file, and of server features by feature, without tests. */
const files = new Map()
const features = new Map()
for (const folder of ['packages/contract', 'apps/server', 'apps/web']) {
  for (const from of filesIn(folder, /\.tsx?$/)) {
    const text = read(from)
    for (const match of text.matchAll(importPattern)) {
      const to = resolve(from, match.groups.target)
      const reason = rules.map((rule) => rule(from, to)).find(Boolean)
      if (reason)
        problems.push(`${from}:${lineAt(text, match.index)} imports ${match.groups.target}: ${reason}`)
      if (isTest(from)) continue
      addEdge(files, from, to)
      const [user, owner] = [featureOf('server', from), featureOf('server', to)]
      if (user && owner && user !== owner) addEdge(features, user, owner)
    }
  }
}
for (const cycle of cyclesOf(files)) problems.push(`import cycle: ${cycle.join(' -> ')}`)
for (const cycle of cyclesOf(features)) problems.push(`features in a cycle: ${cycle.join(' -> ')}`)
checkRules()
report('import directions', problems)

function addEdge(graph, from, to) {
  graph.set(from, (graph.get(from) ?? new Set()).add(to))
}

/**
 * One cycle for each node at which a depth-first search meets its own path again.
 *
 * @param {Map<string, Set<string>>} graph
 * @returns {string[][]} the first node of a cycle is its last one too
 */
function cyclesOf(graph) {
  const cycles = []
  const done = new Set()
  const path = []
  const visit = (node) => {
    const at = path.indexOf(node)
    if (at >= 0) cycles.push([...path.slice(at), node])
    if (at >= 0 || done.has(node)) return
    path.push(node)
    for (const next of graph.get(node) ?? []) visit(next)
    path.pop()
    done.add(node)
  }
  for (const node of graph.keys()) visit(node)
  return cycles
}

/** Checks that the rules find known violations, because a rule that rejects nothing would go unnoticed. */
function checkRules() {
  const forbidden = [
    ['apps/server/src/engine/query/page.ts', 'apps/server/src/features/cards/cards.service.ts'],
    ['apps/server/src/engine/query/page.ts', 'apps/server/src/app.ts'],
    ['apps/server/src/engine/query/page.ts', 'apps/server/src/engine/public.ts'],
    ['apps/server/src/platform/db.ts', 'apps/server/src/engine/model/model.ts'],
    ['apps/server/src/features/cards/cards.service.ts', 'apps/server/src/engine/access/access.ts'],
    ['apps/server/src/features/cards/cards.service.ts', 'apps/server/src/features/lists/lists.service.ts'],
    ['apps/server/src/features/cards/cards.service.ts', 'apps/server/src/undo.ts'],
    ['apps/web/src/features/cards/routes.tsx', 'apps/web/src/features/lists/routes.tsx'],
    ['apps/web/src/features/fields/types/text/Editor.tsx', 'apps/web/src/lib/api.ts'],
    ['apps/web/src/lib/api.ts', 'apps/server/src/app.ts'],
    ['packages/contract/src/api.ts', 'fastify'],
  ]
  for (const [from, to] of forbidden)
    if (!rules.some((rule) => rule(from, to))) problems.push(`no rule forbids that ${from} imports ${to}`)
  const cycle = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ])
  if (cyclesOf(cycle).join() !== 'b,c,b') problems.push('the cycle search misses a cycle')
}
