/**
 * What happened, what is safe, what to do: in place of what failed to load.
 *
 *   if (query.isLoadingError) return <ErrorState error={query.error} onRetry={query.refetch} />
 *
 * Only where nothing has loaded yet. Content on the screen, and typed input, survive a later failure.
 */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/call.ts'
import { errorText } from '../lib/errors.ts'
import { Glyph } from './Glyph.tsx'
import classes from './States.module.css'

export function ErrorState({
  error,
  title,
  onRetry,
}: {
  error: unknown
  /** Default: 'This did not load'. */
  title?: string | undefined
  onRetry?: (() => unknown) | undefined
}) {
  const { t } = useTranslation(['common', 'errors'])
  const requestId = error instanceof ApiError ? error.problem?.requestId : undefined
  return (
    <div className={classes.state} role="alert">
      <span className={classes.sign}>
        <Glyph name="warning" size={24} />
      </span>
      <p className={classes.title}>{title ?? t('errors:title')}</p>
      <p className={classes.text}>
        {errorText(error, t)} {t('errors:safe')}
      </p>
      {onRetry && (
        <div className={classes.action}>
          <Button variant="default" onClick={() => void onRetry()}>
            {t('common:retry')}
          </Button>
        </div>
      )}
      {requestId && <p className={classes.reference}>{t('errors:requestId', { id: requestId })}</p>}
    </div>
  )
}
