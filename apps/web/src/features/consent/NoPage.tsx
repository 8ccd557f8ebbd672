/** In place of a page whose link does not work, or that did not load. */
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'

export function NoPage({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation('consent')
  const isGone = error instanceof ApiError && [400, 404].includes(error.status)
  return (
    <main id="content">
      <VisuallyHidden component="h1">{t('preferences')}</VisuallyHidden>
      {isGone ? (
        <EmptyState glyph="eyeOff" title={t('gone')} text={t('goneText')} />
      ) : (
        <ErrorState error={error} onRetry={onRetry} />
      )}
    </main>
  )
}
