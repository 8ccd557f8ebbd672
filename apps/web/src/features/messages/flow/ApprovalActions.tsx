/** Asking for approval, taking the request back, approving, and asking for changes; only what the message allows. */
import { Button, Textarea } from '@mantine/core'
import { maxChangesLength } from '@muster/contract/messages/messages.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { toast } from '../../../ui/toasts.ts'
import type { Done, Failure } from '../data/message-texts.ts'
import { useMessageActs } from '../data/use-message-acts.ts'
import { useMessagePage } from './message-context.ts'

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
      {isAsking && <ChangesDrawer onClose={() => setAsking(false)} />}
    </>
  )
}

function ChangesDrawer({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('messages')
  const { teamId, message } = useMessagePage()
  const acts = useMessageActs(teamId)
  const params = { teamId, outgoingMessageId: message.id }
  const { draft, set, errors, setErrors, isDirty, isBusy, save } = useDraft(
    { text: '' },
    async ({ text }) => {
      const body = { text: text.trim(), version: acts.newest(message).version }
      acts.keep(await acts.perform(api.messages.requestChanges, { params, body }, 'requestChanges'))
      toast.success(t('done.changesRequested', { name: message.internalName }))
      onClose()
    },
  )
  return (
    <FormDrawer
      title={t('act.requestChanges')}
      submitLabel={t('act.requestChanges')}
      isDirty={isDirty}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => (draft.text.trim() === '' ? setErrors({ text: t('changes.required') }) : save())}
    >
      <Textarea
        label={t('changes.label')}
        value={draft.text}
        error={errors.text}
        required
        autosize
        minRows={4}
        maxRows={14}
        maxLength={maxChangesLength}
        data-autofocus
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
    </FormDrawer>
  )
}
