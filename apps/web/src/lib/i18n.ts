/**
 * Interface texts in en, es and fr: i18next over the contract's locale files, one file per language and area of the app.
 *
 *   const { t } = useTranslation(['collections', 'common'])
 *   text          // from collections.json
 *   text       // from common.json
 *   text
 *
 * A new namespace needs its three files and its two lines in `texts.d.ts`.
 */

import { texts } from 'virtual:texts'
import type { Language } from '@muster/contract/paging'
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { storedLocale } from './storage.ts'
import { areaOf } from './text-areas.ts'

/** The interface languages, in the order they are offered. */
export const languages = ['en', 'es', 'fr'] as const satisfies readonly Language[]

const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    const load = texts[`${language}/${areaOf(namespace)}`]
    if (!load) return done(new Error(`No texts ${language}/${namespace}`), false)
    load().then(
      (area) => done(null, area[namespace]),
      (error: unknown) => done(error as Error, true),
    )
  },
}

/** The language remembered in the browser, else English (spec section 4, start-up). */
function startLanguage(): Language {
  const stored = storedLocale.get()
  return languages.find((language) => language === stored) ?? 'en'
}

/** Starts i18next. @param namespaces those of the first screen; the others are loaded when a screen needs them */
export async function startI18n(
  language: Language = startLanguage(),
  namespaces: readonly string[] = ['common', 'errors'],
): Promise<typeof i18next> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      supportedLngs: [...languages],
      load: 'currentOnly',
      // A copy: i18next adds to it.
      ns: [...namespaces],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
    })
  // The thread that makes HTML has no document.
  if (globalThis.document) document.documentElement.lang = language
  return i18next
}

/** Changes the interface language and remembers it. */
export async function setLanguage(language: Language): Promise<void> {
  storedLocale.set(language)
  document.documentElement.lang = language
  if (i18next.language !== language) await i18next.changeLanguage(language)
}

/** The current interface language. */
export const currentLanguage = (): Language =>
  languages.find((language) => language === i18next.language) ?? 'en'
