/** The document's title: what the page is about, which page of it this is, and the brand. */
import { useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../lib/page-title.ts'

export function DocumentTitle() {
  const { t } = useTranslation(['shell'])
  const key = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useDocumentTitle(key && t(key))
  return null
}
