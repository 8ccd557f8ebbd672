/** What holds for all messages of a team. */
import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { type MessageSettings, maxPostalAddress } from '@muster/contract/messages/senders.api'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryKeyOf, useApi } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import classes from './senders.module.css'

export function MessageSettingsForm({ teamId }: { teamId: number }) {
  const { t } = useTranslation('messageSenders')
  const id = useId()
  // What is typed stays when the settings are read again; only one's own save starts the form again.
  const [saves, setSaves] = useState(0)
  const { data, error, refetch } = useApi(api.messageSenders.settings, { params: { teamId } })
  return (
    <section className={classes.settings} aria-labelledby={id}>
      <h2 id={id}>{t('all.title')}</h2>
      {error && !data ? (
        <ErrorState error={error} title={t('failed.settings')} onRetry={refetch} />
      ) : data ? (
        <Form key={saves} teamId={teamId} settings={data} onSaved={() => setSaves((now) => now + 1)} />
      ) : (
        <FormSkeleton rowCount={3} />
      )}
    </section>
  )
}

const usualQuiet = { smsQuietFrom: '21:00', smsQuietTo: '08:00' }

function Form({ teamId, settings, onSaved }: { teamId: number; settings: MessageSettings; onSaved(): void }) {
  const { t } = useTranslation(['messageSenders', 'common'])
  const errorText = useErrorText()
  const { draft, set, errors, isBusy, isDirty, save } = useDraft(
    settings,
    async (body) => {
      const params = { teamId }
      const saved = await call(api.messageSenders.saveSettings, { params, body })
      toast.success(t('messageSenders:done.settings'))
      queryClient.setQueryData(queryKeyOf(api.messageSenders.settings, { params }), saved)
      onSaved()
    },
    (error) => {
      if (!(error instanceof ApiError && error.errors.length > 0))
        toast.error(`${t('messageSenders:failed.saveSettings')} ${errorText(error)}`)
    },
  )
  useLeaveGuard(() => isDirty && !isBusy)
  const isQuiet = draft.smsQuietFrom !== null && draft.smsQuietTo !== null
  const toggle = (key: 'requiresApproval' | 'tracksOpens' | 'tracksClicks') => (
    <Switch
      key={key}
      label={t(`messageSenders:all.${key}`)}
      description={t(`messageSenders:all.${key}Help`)}
      checked={draft[key]}
      onChange={(event) => set({ [key]: event.currentTarget.checked })}
    />
  )
  return (
    <form
      noValidate
      className={classes.settings}
      style={{ padding: 0, border: 0 }}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {(['requiresApproval', 'tracksOpens', 'tracksClicks'] as const).map(toggle)}
      <Textarea
        label={t('messageSenders:all.postalAddress')}
        description={t('messageSenders:all.postalAddressHelp')}
        value={draft.postalAddress}
        error={errors.postalAddress}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maxPostalAddress}
        onChange={(event) => set({ postalAddress: event.currentTarget.value })}
      />
      <Switch
        label={t('messageSenders:all.smsQuiet')}
        description={t('messageSenders:all.smsQuietHelp')}
        checked={isQuiet}
        onChange={(event) =>
          set(event.currentTarget.checked ? usualQuiet : { smsQuietFrom: null, smsQuietTo: null })
        }
      />
      {isQuiet && (
        <div className={classes.pair}>
          <TextInput
            type="time"
            label={t('messageSenders:all.from')}
            value={draft.smsQuietFrom ?? ''}
            error={errors.smsQuietFrom}
            onChange={(event) => set({ smsQuietFrom: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t('messageSenders:all.to')}
            value={draft.smsQuietTo ?? ''}
            error={errors.smsQuietTo}
            onChange={(event) => set({ smsQuietTo: event.currentTarget.value })}
          />
        </div>
      )}
      <div>
        <Button type="submit" disabled={!isDirty} loading={isBusy}>
          {t('common:saveChanges')}
        </Button>
      </div>
    </form>
  )
}
