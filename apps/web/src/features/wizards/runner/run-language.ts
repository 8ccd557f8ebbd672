/** While a run is on the screen, the interface speaks its language; nothing is stored. */
import type { Language } from '@muster/contract/paging'
import i18next from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { currentLanguage } from '../../../lib/i18n.ts'

/** Loads a language's texts before they are needed, so that nothing on screen is replaced while they load. */
export const loadTexts = (language: Language): Promise<unknown> => i18next.loadLanguages(language)

/** @returns whether the interface speaks the language already */
export function useRunLanguage(language: Language): boolean {
  const before = useRef(currentLanguage())
  const [isReady, setReady] = useState(currentLanguage() === language)
  useEffect(() => {
    if (currentLanguage() === language) return setReady(true)
    void i18next.changeLanguage(language).finally(() => setReady(true))
    document.documentElement.lang = language
  }, [language])
  useEffect(() => {
    const own = before.current
    return () => {
      if (currentLanguage() === own) return
      document.documentElement.lang = own
      void i18next.changeLanguage(own)
    }
  }, [])
  return isReady
}
