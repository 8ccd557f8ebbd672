/** While a run is on the screen, the interface speaks its language; nothing is stored. */
import type { Language } from '@muster/contract/paging'
import i18next from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { currentLanguage } from '../../../lib/i18n.ts'

/** Loads a language's texts before they are needed, so that nothing on screen is replaced while they load. */
export const loadTexts = (language: Language): Promise<unknown> => i18next.loadLanguages(language)

async function speak(language: Language): Promise<void> {
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

/** @returns whether the interface speaks the language already; stays true while it changes later */
export function useRunLanguage(language: Language): boolean {
  const [isReady, setReady] = useState(currentLanguage() === language)
  useEffect(() => {
    // Even if it is the current one: the change to another one may be under way.
    void speak(language).finally(() => setReady(true))
  }, [language])
  return isReady
}

/** The person's own language while runs are on the screen, and how many are: one follows another within an instant. */
let own: Language | null = null
let shown = 0

/** The person's own language comes back when they leave. */
export function useOwnLanguageAfterwards(): void {
  const before = useRef(currentLanguage())
  useEffect(() => {
    own ??= before.current
    shown += 1
    return () => {
      shown -= 1
      queueMicrotask(() => {
        if (shown > 0 || own === null) return
        void speak(own)
        own = null
      })
    }
  }, [])
}
