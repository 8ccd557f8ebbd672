/** A private address under which a calendar program reads the events of a view, as the person sees them. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi, useApiMutation } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormActions } from '../../../ui/FormField.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'

export function FeedDialog({
  teamId,
  dataViewId,
  onClose,
}: {
  teamId: number
  dataViewId: number
  onClose(): void
}) {
  const { t } = useTranslation(['calendar', 'common', 'errors'])
  const format = useFormat()
  const errorText = useErrorText()
  const params = { teamId, dataViewId }
  const query = useApi(api.views.getFeed, { params })
  const [url, setUrl] = useState<string | null>(null)
  const onError = (error: unknown) => toast.error(errorText(error))
  const create = useApiMutation(api.views.createFeed, { onSuccess: (made) => setUrl(made.url), onError })
  const remove = useApiMutation(api.views.removeFeed, { onSuccess: () => setUrl(null), onError })
  const feed = query.data?.feed
  return (
    <Dialog title={t('feed.title')} onClose={onClose} width={560}>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : query.isPending ? (
        <FormSkeleton />
      ) : (
        <div className={styles.narrowStack16}>
          <p>{t('feed.text')}</p>
          {url && <CopyLine label={t('feed.address')} text={url} help={t('feed.once')} />}
          {feed && !url && (
            <p className={styles.note}>
              {t('feed.exists', { at: format.dateTime(feed.createdAt) })}{' '}
              {feed.lastUsedAt && t('feed.used', { at: format.dateTime(feed.lastUsedAt) })}
            </p>
          )}
          <FormActions>
            {!url && (
              <Button loading={create.isPending} onClick={() => create.mutate({ params })}>
                {t(feed ? 'feed.renew' : 'feed.create')}
              </Button>
            )}
            {feed && (
              <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate({ params })}>
                {t('feed.end')}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {t('common:close')}
            </Button>
          </FormActions>
        </div>
      )}
    </Dialog>
  )
}
