/** /u/{token}: what a person receives. Programs that open links in mails change nothing here. */
import { Alert, Button, Checkbox, Switch } from '@mantine/core'
import type { Preferences as Received } from '@muster/contract/messages/consent.api'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../lib/api.ts'
import { useErrorText } from '../../lib/errors.ts'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import classes from './Consent.module.css'
import { ConsentPage } from './ConsentPage.tsx'
import { NoPage } from './NoPage.tsx'

export function Preferences() {
  const { token = '' } = useParams({ strict: false })
  const { data, error, refetch } = useApi(api.publicConsent.preferences, { params: { token } })
  if (error && !data) return <NoPage error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  return <Form key={token} token={token} received={data} />
}

function Form({ token, received }: { token: string; received: Received }) {
  const { t } = useTranslation('consent')
  const errorText = useErrorText()
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    received.subjects.filter(({ state }) => state === 'subscribed').map(({ id }) => String(id)),
  )
  const [isUnsubscribed, setUnsubscribed] = useState(received.isUnsubscribed)
  const [outcome, setOutcome] = useState<{ error: unknown } | 'saved' | 'busy' | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setOutcome('busy')
    try {
      const subscribedSubjectIds = chosen.map(Number)
      await call(api.publicConsent.savePreferences, {
        params: { token },
        body: { isUnsubscribed, subscribedSubjectIds },
      })
      setOutcome('saved')
    } catch (error) {
      setOutcome({ error })
    }
  }
  return (
    <ConsentPage team={received.team} languageId={received.languageId} title={t('preferences')}>
      {received.address && <p>{t('forAddress', { address: received.address })}</p>}
      <form onSubmit={(event) => void save(event)} className={classes.form}>
        {received.subjects.length === 0 ? null : (
          <Checkbox.Group
            label={t('subjects')}
            value={[...chosen]}
            onChange={(next) => {
              setChosen(next)
              setOutcome(null)
            }}
          >
            <div className={classes.choices}>
              {received.subjects.map(({ id, name, description, state }) => (
                <Checkbox
                  key={id}
                  value={String(id)}
                  label={name}
                  description={state === 'pending' ? t('pending') : description}
                  disabled={isUnsubscribed}
                />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <Switch
          label={t('everything')}
          description={t('everythingHelp')}
          checked={isUnsubscribed}
          onChange={(event) => {
            setUnsubscribed(event.currentTarget.checked)
            setOutcome(null)
          }}
        />
        {outcome === 'saved' && (
          <Alert role="status" color="green">
            {t('saved')}
          </Alert>
        )}
        {outcome !== null && typeof outcome === 'object' && (
          <Alert role="alert" color="red">
            {errorText(outcome.error)}
          </Alert>
        )}
        <div>
          <Button type="submit" size="md" loading={outcome === 'busy'}>
            {t('save')}
          </Button>
        </div>
      </form>
    </ConsentPage>
  )
}
