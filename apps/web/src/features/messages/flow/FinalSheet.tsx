/** The last look before a message is sent: to how many, from whom, what is open; over 1,000 people with a typed number. */
import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormStack } from '../../../ui/FormField.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import shared from '../../../ui/shared.module.css'
import { Facts } from '../components/Facts.tsx'
import { senderName, useSenders } from '../data/use-choices.ts'
import { useMessageActs } from '../data/use-message-acts.ts'
import { useMessagePage } from './message-context.ts'
import { Problems } from './Problems.tsx'

/** Above this, the number of people has to be typed. */
const manyPeople = 1000

export function FinalSheet({
  scheduledAt,
  onClose,
}: {
  /** Null: now. */
  scheduledAt: string | null
  onClose(): void
}) {
  const { t } = useTranslation(['messages', 'common'])
  const format = useFormat()
  const navigate = useNavigate()
  const { teamId, message, base } = useMessagePage()
  const acts = useMessageActs(teamId)
  const sender = useSenders(teamId, message.deliveryMethodId)?.find(({ id }) => id === message.senderId)
  const params = { teamId, outgoingMessageId: message.id }
  const { data, error, refetch, isFetching } = useApi(api.messages.preflight, { params }, { staleTime: 0 })
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const count = data?.recipientCount ?? 0
  const needsTyping = count > manyPeople
  // Nobody agrees to a number that is being counted again.
  const isReady = !isFetching && count > 0 && (!needsTyping || typed.replace(/\D/g, '') === String(count))
  const excluded = Object.values(data?.excluded ?? {}).reduce((sum, one) => sum + one, 0)
  const missing = data?.missingValues ?? []

  const confirm = async () => {
    setBusy(true)
    const { version } = message
    const done =
      scheduledAt === null
        ? await acts.performOnMessage(api.messages.send, { params, body: { version } }, 'send', 'sending')
        : await acts.performOnMessage(
            api.messages.schedule,
            { params, body: { version, scheduledAt } },
            'schedule',
            'scheduled',
          )
    setBusy(false)
    if (done) void navigate({ to: `${base}/summary` })
  }
  const label = scheduledAt === null ? t('messages:schedule.sendNow') : t('messages:schedule.schedule')
  return (
    <Dialog
      title={scheduledAt === null ? t('messages:final.titleNow') : t('messages:final.titleLater')}
      onClose={onClose}
      width={520}
    >
      {error && !data ? (
        <ErrorState error={error} title={t('messages:preflight.failed')} onRetry={refetch} />
      ) : !data ? (
        <FormSkeleton rowCount={3} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady) void confirm()
          }}
        >
          <FormStack>
            <Facts
              facts={[
                {
                  label: t('messages:tab.recipients'),
                  value: t('messages:final.count', { count, number: format.number(count) }),
                },
                {
                  label: t('messages:preflight.out'),
                  value: excluded > 0 && format.number(excluded),
                },
                { label: t('messages:details.sender'), value: sender && senderName(sender) },
                { label: t('messages:content.subjectLine'), value: message.subjectLine },
                {
                  label: t('messages:schedule.when'),
                  value: scheduledAt === null ? t('messages:schedule.now') : format.fullDateTime(scheduledAt),
                },
                {
                  label: t('messages:schedule.window'),
                  value: message.window && t('messages:schedule.windowOf', message.window),
                },
                {
                  label: t('messages:preflight.missing'),
                  value: missing
                    .map(({ expression, count: people }) => `${expression}: ${format.number(people)}`)
                    .join('\n'),
                },
              ]}
            />
            {count === 0 && <p className={shared.error}>{t('messages:final.nobody')}</p>}
            <Problems problems={message.problems} base={base} />
            {needsTyping && (
              <TextInput
                label={t('common:typeToConfirm', { word: format.number(count) })}
                value={typed}
                inputMode="numeric"
                autoComplete="off"
                data-autofocus
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            )}
            <div className={shared.actions}>
              <Button variant="default" onClick={onClose}>
                {t('common:cancel')}
              </Button>
              <Button type="submit" disabled={!isReady} loading={isBusy}>
                {label}
              </Button>
            </div>
          </FormStack>
        </form>
      )}
    </Dialog>
  )
}
