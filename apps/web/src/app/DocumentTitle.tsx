/** The document's title: what the page is about, which page of it this is, and the brand. */
import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../lib/brand.ts'
import { useCurrentTitle } from '../lib/page-title.ts'

export function DocumentTitle() {
  const { t } = useTranslation(['shell'])
  const brand = useBrand()
  const key = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const about = useCurrentTitle()
  const page = key && t(key)
  const text = [...new Set([about, page, brand.name])].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = text
  }, [text])
  return null
}
