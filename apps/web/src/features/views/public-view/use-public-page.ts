/** A public page has its team's brand and the visitor's language. */
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { setBrand } from '../../../lib/brand.ts'
import { setColorScheme } from '../../../lib/color-scheme.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { setZone } from '../../../lib/zone.ts'
import type { PublicSearch } from './public-search.ts'
import type { OpenView } from './public-source.ts'

/** True once texts, brand and zone are the view's. Nothing is stored: a visitor may be a user elsewhere. */
export function usePublicPage(view: OpenView | undefined, { embed, theme }: PublicSearch): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (!view) return
    setBrand(view.brandId)
    setZone(view.timezone)
    document.documentElement.lang = view.language
    document.title = view.teamName ? `${view.title} · ${view.teamName}` : view.title
    const speak = currentLanguage() === view.language ? null : i18next.changeLanguage(view.language)
    void Promise.resolve(speak).finally(() => setReady(true))
  }, [view])
  useEffect(() => {
    // Websites are light by default; a page of its own follows the device.
    setColorScheme(theme ?? (embed ? 'light' : 'auto'))
    document.documentElement.toggleAttribute('data-embed', embed === 1)
    return () => document.documentElement.removeAttribute('data-embed')
  }, [embed, theme])
  return isReady
}
