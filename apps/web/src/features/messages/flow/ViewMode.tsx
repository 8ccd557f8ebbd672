/** Over a step that is viewed: why, and the way to edit it where there is one. */
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formModeOf } from './form-steps.ts'
import { useMessagePage } from './message-context.ts'
import classes from './ViewMode.module.css'

export function useEditing() {
  const { message } = useMessagePage()
  const mode = formModeOf(message)
  const [isChosen, setChosen] = useState(false)
  const isEditing = mode === 'DEFAULT_EDIT_MODE' || (mode === 'DEFAULT_VIEW_MODE' && isChosen)
  const note: ReactNode = isEditing ? null : (
    <ViewNote onEdit={mode === 'DEFAULT_VIEW_MODE' ? () => setChosen(true) : undefined} />
  )
  return { isEditing, note }
}

function ViewNote({ onEdit }: { onEdit: (() => void) | undefined }) {
  const { t } = useTranslation('messages')
  const { message } = useMessagePage()
  const { status } = message
  // What was sent needs no explanation.
  if (status === 'SENDING' || status === 'SENT' || status === 'ERROR_SENDING' || status === 'ARCHIVED')
    return null
  return (
    <div className={classes.note}>
      <p>{onEdit ? t('viewMode.approved') : t(`viewMode.${status}`)}</p>
      {onEdit && (
        <Button variant="default" size="xs" onClick={onEdit}>
          {t('act.edit')}
        </Button>
      )}
    </div>
  )
}
