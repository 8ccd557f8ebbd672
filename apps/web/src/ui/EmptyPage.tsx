/**
 * The page of a route that has no content yet: its title and one sentence, both from the route's static data.
 * Neither an error nor a promise.
 */
import { useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'
import { PageHeader } from './PageHeader.tsx'

export function EmptyPage() {
  const { t } = useTranslation(['shell'])
  const data = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  const title = data?.title ? t(data.title) : ''
  return (
    <>
      {!data?.isTab && <PageHeader title={title} glyph={data?.glyph} />}
      <EmptyState glyph={data?.glyph} title={data?.empty ? t(data.empty) : title} />
    </>
  )
}
