/** The interface's texts as tests in another language than English need them. */
import fs from 'node:fs'
import type { Language } from '@muster/contract/paging'
import i18next, { type TFunction } from 'i18next'

const folder = new URL('../../../../packages/contract/locales/', import.meta.url)

export type Texts = TFunction<['common', 'dataTypes', 'exports', 'imports', 'wizardRuns']>

/** @returns texts by `file:key`, in one language */
export function textsIn(language: Language): Texts {
  const files = fs.readdirSync(new URL(`${language}/`, folder))
  const entries = files.map((file) => [
    file.replace(/\.json$/, ''),
    JSON.parse(fs.readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as object,
  ])
  const instance = i18next.createInstance()
  void instance.init({
    lng: language,
    initAsync: false,
    resources: { [language]: Object.fromEntries(entries) },
    interpolation: { escapeValue: false },
  })
  return instance.t as unknown as Texts
}
