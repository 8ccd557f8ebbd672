/** The dialog behind `confirm()`; the only red button, where the action is decided. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PendingQuestion } from './confirm.ts'
import { Dialog } from './Dialog.tsx'

export function ConfirmDialog(question: PendingQuestion) {
  const { t } = useTranslation('common')
  const [typed, setTyped] = useState('')
  const isReady = !question.typeToConfirm || typed.trim() === question.typeToConfirm
  return (
    <Dialog title={question.title} onClose={() => question.answer(false)}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) question.answer(true)
        }}
      >
        {question.text && <p style={{ color: 'var(--m-muted)', textWrap: 'pretty' }}>{question.text}</p>}
        {question.typeToConfirm && (
          <TextInput
            mt="md"
            label={t('typeToConfirm', { word: question.typeToConfirm })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 24 }}>
          <Button variant="default" onClick={() => question.answer(false)}>
            {question.cancelLabel ?? t('cancel')}
          </Button>
          <Button
            type="submit"
            color={question.isDestructive ? 'var(--m-danger)' : undefined}
            disabled={!isReady}
            data-autofocus
          >
            {question.confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
