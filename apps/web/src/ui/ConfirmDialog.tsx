/** The dialog behind `confirm()`; red only here, where the act is decided. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Asked } from './confirm.ts'
import { Dialog } from './Dialog.tsx'

export function ConfirmDialog(asked: Asked) {
  const { t } = useTranslation('common')
  const [typed, setTyped] = useState('')
  const isReady = !asked.typeToConfirm || typed.trim() === asked.typeToConfirm
  return (
    <Dialog title={asked.title} onClose={() => asked.answer(false)}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) asked.answer(true)
        }}
      >
        {asked.text && <p style={{ color: 'var(--m-muted)', textWrap: 'pretty' }}>{asked.text}</p>}
        {asked.typeToConfirm && (
          <TextInput
            mt="md"
            label={t('typeToConfirm', { word: asked.typeToConfirm })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 24 }}>
          <Button variant="default" onClick={() => asked.answer(false)}>
            {asked.cancelLabel ?? t('cancel')}
          </Button>
          <Button
            type="submit"
            color={asked.isDestructive ? 'var(--m-danger)' : undefined}
            disabled={!isReady}
            data-autofocus
          >
            {asked.confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
