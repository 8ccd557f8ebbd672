/**
 * `virtual:texts`: what loads the texts of an area of the app in a language, as one file. By itself, the bundler would
 * list each namespace of each language, and make a file of each.
 */
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { areaOf } from '../src/lib/text-areas.ts'

const all = 'virtual:texts'
const folder = fileURLToPath(new URL('../../../packages/contract/locales', import.meta.url))

export function areaTexts(): Plugin {
  return {
    name: 'muster:area-texts',
    resolveId: (source) => (source === all || source.startsWith(`${all}/`) ? `\0${source}` : undefined),
    load(resolved) {
      if (resolved === `\0${all}`) return list()
      const [, language, area] = areaModule.exec(resolved) ?? []
      if (language === undefined) return
      return namespacesOf(language)
        .filter((namespace) => areaOf(namespace) === area)
        .map((namespace) => {
          const file = JSON.stringify(`${folder}/${language}/${namespace}.json`)
          return `export { default as ${namespace} } from ${file}`
        })
        .join('\n')
    },
  }
}

const areaModule = /^\0virtual:texts\/(\w+)\/(\w+)$/

function list(): string {
  const entries = fs.readdirSync(folder).flatMap((language) =>
    [...new Set(namespacesOf(language).map(areaOf))].map((area) => {
      const name = `${language}/${area}`
      return `'${name}': () => import('${all}/${name}')`
    }),
  )
  return `export const texts = { ${entries.join(', ')} }`
}

const namespacesOf = (language: string): string[] =>
  fs.readdirSync(`${folder}/${language}`).map((file) => file.replace(/\.json$/, ''))

/** @returns the name of the file for what `virtual:texts` loads, `undefined` for other modules */
export function textsChunk(id: string): string | undefined {
  const [, language, namespace] = /\/locales\/(\w+)\/(\w+)\.json$/.exec(id) ?? []
  if (language && namespace) return `texts-${language}-${areaOf(namespace)}`
  const [, ofLanguage, area] = areaModule.exec(id) ?? []
  return ofLanguage && area && `texts-${ofLanguage}-${area}`
}
