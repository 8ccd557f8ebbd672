/** While a run is on the screen, the interface speaks its language; nothing is stored. */
import type { Language } from '@muster/contract/paging'
import i18next from 'i18next'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { currentLanguage } from '../../../lib/i18n.ts'

/** Loads a language's texts before they are needed, so that nothing on screen is replaced while they load. */
export const loadTexts = (language: Language): Promise<unknown> => i18next.loadLanguages(language)

/** What speaks a run's language. */
export interface Speech {
  current(): string
  speak(language: Language): Promise<void>
}

/** @param element what is in that language */
export const speechOf = (instance: typeof i18next, element: () => HTMLElement | null): Speech => ({
  current: () => instance.language,
  async speak(language) {
    element()?.setAttribute('lang', language)
    await instance.changeLanguage(language)
  },
})

const wholePage = speechOf(i18next, () => document.documentElement)

/** Of the whole page, unless a part of it shows the run. */
export const SpeechContext = createContext<Speech>(wholePage)

/** @returns whether the interface speaks the language already; stays true while it changes later */
export function useRunLanguage(language: Language): boolean {
  const speech = useContext(SpeechContext)
  const [isReady, setReady] = useState(speech.current() === language)
  useEffect(() => {
    // Even if it is the current one: the change to another one may be under way.
    void speech.speak(language).finally(() => setReady(true))
  }, [speech, language])
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
        void wholePage.speak(own)
        own = null
      })
    }
  }, [])
}
