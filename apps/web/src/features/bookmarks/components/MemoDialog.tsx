/** A bookmark's memo, which only its owner sees. */
import { Button, Textarea } from '@mantine/core'
import { maxMemoLength } from '@muster/contract/bookmarks/bookmarks.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApiMutation } from '../../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import classes from './MemoDialog.module.css'

export function MemoDialog({
  teamId,
  recordId,
  name,
  memo,
  onSaved,
  onClose,
}: {
  teamId: number
  recordId: number
  name: string
  memo: string | null
  onSaved(): void
  onClose(): void
}) {
  const { t } = useTranslation(['bookmarks', 'common'])
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [text, setText] = useState(memo ?? '')
  const save = useApiMutation(api.bookmarks.put, {
    onSuccess: () => {
      toast.success(t('bookmarks:memo.saved', { name }))
      onSaved()
      onClose()
    },
  })
  const problem = save.error ? (fieldErrors(save.error).memo ?? errorText(save.error)) : undefined
  return (
    <Dialog title={t('bookmarks:memo.title', { name })} onClose={onClose}>
      <form
        className={styles.stack4}
        onSubmit={(event) => {
          event.preventDefault()
          const next = text.trim() || null
          if (next === memo) {
            toast.info(t('common:noChanges'))
            return onClose()
          }
          save.mutate({ params: { teamId, dataRecordId: recordId }, body: { memo: next } })
        }}
      >
        <Textarea
          label={t('bookmarks:memo.label')}
          description={t('bookmarks:memo.help')}
          data-autofocus
          autosize
          minRows={3}
          maxRows={8}
          maxLength={maxMemoLength}
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p className={classes.counter}>
          {t('bookmarks:memo.counter', { used: text.length, max: maxMemoLength })}
        </p>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common:save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
