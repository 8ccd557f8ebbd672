/** Asking for approval, taking the request back, approving, and asking for changes; only what the message allows. */
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormStack } from '../../../ui/FormField.tsx'
import shared from '../../../ui/shared.module.css'
import type { Done, Failure } from '../data/message-texts.ts'
import { useMessageActs } from '../data/use-message-acts.ts'
import { useMessagePage } from './message-context.ts'

const maxText = 2000
const moves = {
  submit: { failed: 'submit', done: 'submitted' },
  withdraw: { failed: 'withdraw', done: 'withdrawn' },
  approve: { failed: 'approve', done: 'approved' },
} as const satisfies Record<string, { failed: Failure; done: Done }>

export function ApprovalActions({
  flush,
}: {
  /** Saves what is being edited. @returns whether it is saved */ flush?(): Promise<boolean>
}) {
  const { t } = useTranslation('messages')
  const { teamId, message } = useMessagePage()
  const acts = useMessageActs(teamId)
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState<keyof typeof moves | null>(null)
  const params = { teamId, outgoingMessageId: message.id }
  const isBlocked = message.problems.some(({ isBlocking }) => isBlocking)
  const move = async (name: keyof typeof moves) => {
    setBusy(name)
    const { failed, done } = moves[name]
    if (!flush || (await flush())) {
      const { version } = acts.newest(message)
      await acts.performOnMessage(api.messages[name], { params, body: { version } }, failed, done)
    }
    setBusy(null)
  }
  const may = (event: (typeof message.mayDo)[number]) => message.mayDo.includes(event)
  return (
    <>
      {may('withdraw') && (
        <Button variant="default" loading={busy === 'withdraw'} onClick={() => void move('withdraw')}>
          {t('act.withdraw')}
        </Button>
      )}
      {may('requestChanges') && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('act.requestChanges')}
        </Button>
      )}
      {may('approve') && (
        <Button loading={busy === 'approve'} onClick={() => void move('approve')}>
          {t('act.approve')}
        </Button>
      )}
      {may('submit') && (
        <Button
          // Where it may be sent without, sending is the main thing to do.
          variant={may('start') ? 'default' : 'filled'}
          disabled={isBlocked}
          loading={busy === 'submit'}
          onClick={() => void move('submit')}
        >
          {t('act.submit')}
        </Button>
      )}
      {isAsking && <ChangesDialog onClose={() => setAsking(false)} />}
    </>
  )
}

function ChangesDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['messages', 'common'])
  const { teamId, message } = useMessagePage()
  const acts = useMessageActs(teamId)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (text.trim() === '') return setError(t('messages:changes.required'))
    setBusy(true)
    const args = {
      params: { teamId, outgoingMessageId: message.id },
      body: { text: text.trim(), version: message.version },
    }
    const done = await acts.performOnMessage(
      api.messages.requestChanges,
      args,
      'requestChanges',
      'changesRequested',
    )
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog title={t('messages:act.requestChanges')} onClose={onClose} width={520}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <FormStack>
          <Textarea
            label={t('messages:changes.label')}
            value={text}
            error={error}
            required
            autosize
            minRows={4}
            maxRows={14}
            maxLength={maxText}
            data-autofocus
            onChange={(event) => {
              setText(event.currentTarget.value)
              setError(null)
            }}
          />
          <div className={shared.actions}>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('messages:act.requestChanges')}
            </Button>
          </div>
        </FormStack>
      </form>
    </Dialog>
  )
}
