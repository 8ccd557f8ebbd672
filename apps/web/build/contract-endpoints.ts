/**
 * `virtual:endpoints`: method, path and kind of every endpoint of the contract, whether it is public, what it reads and
 * what it changes, without its schemas. The browser needs no more to make a call and to know which cached answers are
 * stale, and zod with all schemas would double what it loads first. `virtual:endpoints/<feature>` is one feature's part.
 */
import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

interface Told {
  method: string
  path: string
  kind: string
  access: unknown
  reads: readonly string[]
  changes: readonly string[]
}

const all = 'virtual:endpoints'
const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const contract = fileAt('../../../packages/contract/src/api.ts')
const registry = fileAt('../src/lib/known-endpoints.ts')

export function contractEndpoints(): Plugin {
  let read: ReturnType<typeof readContract> | undefined
  return {
    name: 'muster:contract-endpoints',
    resolveId: (source) => (source === all || source.startsWith(`${all}/`) ? `\0${source}` : undefined),
    async load(resolved) {
      const source = resolved.slice(1)
      if (resolved !== `\0${source}` || !source.startsWith(all)) return
      read ??= readContract()
      const { api, files } = await read
      for (const file of files) this.addWatchFile(file)
      if (source === all) return allOf(Object.keys(api))
      const feature = api[source.slice(all.length + 1)]
      if (!feature) throw new Error(`The contract has no feature of ${source}`)
      return `import { makeKnown } from ${JSON.stringify(registry)}
        export const endpoints = /* @__PURE__ */ makeKnown(${JSON.stringify(described(feature))})`
    },
    watchChange() {
      read = undefined
    },
  }
}

async function readContract() {
  const { module, dependencies } = await runnerImport<{ api: Record<string, Record<string, Told>> }>(
    contract,
    { configFile: false, logLevel: 'error' },
  )
  return { api: module.api, files: [contract, ...dependencies] }
}

const described = (feature: Readonly<Record<string, Told>>) =>
  Object.fromEntries(
    Object.entries(feature).map(([name, { method, path, kind, access, reads, changes }]) => [
      name,
      { method, path, kind, ...(access === 'public' && { access }), reads, changes },
    ]),
  )

const allOf = (features: readonly string[]): string =>
  features.map((name) => `export { endpoints as ${name} } from '${all}/${name}'`).join('\n')
