/**
 * `virtual:endpoints`: method, path and kind of every endpoint of the contract, what it reads and what it changes,
 * without its schemas. The browser needs no more to make a call and to know which cached answers are stale, and zod
 * without its schemas. The browser needs no more to make a call and to know which cached answers are stale, and zod
 */
import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

interface Told {
  method: string
  path: string
  kind: string
  reads: readonly string[]
  changes: readonly string[]
}

const id = 'virtual:endpoints'
const contract = fileURLToPath(new URL('../../../packages/contract/src/api.ts', import.meta.url))

export function contractEndpoints(): Plugin {
  return {
    name: 'muster:contract-endpoints',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(resolved) {
      if (resolved !== `\0${id}`) return
      const { module, dependencies } = await runnerImport<{ api: Record<string, Record<string, Told>> }>(
        contract,
        {
          configFile: false,
          logLevel: 'error',
        },
      )
      for (const file of [contract, ...dependencies]) this.addWatchFile(file)
      const described = Object.fromEntries(
        Object.entries(module.api).map(([feature, endpoints]) => [
          feature,
          Object.fromEntries(
            Object.entries(endpoints).map(([name, { method, path, kind, reads, changes }]) => [
              name,
              { method, path, kind, reads, changes },
            ]),
          ),
        ]),
      )
      return `export const endpoints = ${JSON.stringify(described)}`
    },
  }
}
