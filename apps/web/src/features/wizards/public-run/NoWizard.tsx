/** In place of a public wizard that is not there, or did not load. */
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/call.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'

export function NoWizard({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation(['wizardRuns', 'shell', 'errors'])
  const errorText = useErrorText()
  const isGone = error instanceof ApiError && [400, 404, 410, 422].includes(error.status)
  return (
    <main id="content">
      <VisuallyHidden component="h1">{t('shell:title.publicWizard')}</VisuallyHidden>
      {isGone ? (
        <EmptyState
          glyph="eyeOff"
          title={error.status === 410 ? errorText(error) : t('shell:empty.publicWizard')}
          text={t('public.askSender')}
        />
      ) : (
        <ErrorState error={error} onRetry={onRetry} />
      )}
    </main>
  )
}
