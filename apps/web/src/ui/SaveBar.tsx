/**
 * Saves or discards the changes of a page, at its lower edge. Absent while there is nothing to say.
 *
 *   <SaveBar isDirty={isDirty} state={state} onSave={save} onDiscard={discard} />
 */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './SaveBar.module.css'
import { SaveState, type SaveStateName } from './SaveState.tsx'

export function SaveBar({
  isDirty,
  state,
  onSave,
  onDiscard,
}: {
  isDirty: boolean
  state: SaveStateName
  onSave(): void
  onDiscard(): void
}) {
  const { t } = useTranslation('common')
  if (!isDirty && state === 'idle') return null
  return (
    <div className={classes.bar}>
      <p className={classes.note}>{isDirty && t('unsaved.note')}</p>
      <SaveState state={state} onRetry={onSave} />
      {isDirty && (
        <>
          <Button variant="default" disabled={state === 'saving'} onClick={onDiscard}>
            {t('unsaved.discardChanges')}
          </Button>
          <Button loading={state === 'saving'} onClick={onSave}>
            {t('saveChanges')}
          </Button>
        </>
      )}
    </div>
  )
}
