/** /subscription/{token}: a button confirms, since programs open the links in mails by themselves. */
import { Alert, Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryKeyOf, useApi } from '../../lib/api.ts'
import { useErrorText } from '../../lib/errors.ts'
import { queryClient } from '../../lib/query-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { ConsentPage } from './ConsentPage.tsx'
import { NoPage } from './NoPage.tsx'

export function ConfirmSubscription() {
  const { token = '' } = useParams({ strict: false })
  const { t } = useTranslation('consent')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  // The token of the mail also opens the person's page.
  const { data, error, refetch } = useApi(api.publicConsent.preferences, { params: { token } })
  if (error && !data) return <NoPage error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  const confirm = async () => {
    setBusy(true)
    try {
      const { preferencesToken } = await call(api.publicConsent.confirm, { body: { token } })
      await queryClient.invalidateQueries({
        queryKey: queryKeyOf(api.publicConsent.preferences, { params: { token: preferencesToken } }),
      })
      await navigate({ to: '/u/$token', params: { token: preferencesToken } } as never)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const isExpired = failure instanceof ApiError && failure.code === 'link_expired'
  const waiting = data.subjects.filter(({ state }) => state === 'pending')
  return (
    <ConsentPage team={data.team} languageId={data.languageId} title={t('confirm')}>
      {isExpired ? (
        <EmptyState glyph="lock" title={t('expired')} text={t('expiredText')} />
      ) : (
        <>
          <p>{t('confirmText')}</p>
          {waiting.length > 0 && (
            <ul>
              {waiting.map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
            </ul>
          )}
          {failure !== null && (
            <Alert role="alert" color="red">
              {errorText(failure)}
            </Alert>
          )}
          <div>
            <Button size="md" loading={isBusy} onClick={() => void confirm()}>
              {t('confirmButton')}
            </Button>
          </div>
        </>
      )}
    </ConsentPage>
  )
}
