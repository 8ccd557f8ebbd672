/** Saves the draft of a view, from any tab. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SaveState } from '../../../ui/SaveState.tsx'
import classes from './admin.module.css'
import type { DraftState } from './use-draft.ts'

export function SaveBar({ state: draft, isReadOnly }: { state: DraftState; isReadOnly: boolean }) {
  const { t } = useTranslation(['viewsAdmin', 'common'])
  const { isDirty, state, save, discard } = draft
  if (isReadOnly) {
    return (
      <div className={classes.saveBar}>
        <p>{t('viewsAdmin:save.readOnly')}</p>
      </div>
    )
  }
  if (!isDirty && state === 'idle') return null
  return (
    <div className={classes.saveBar}>
      {isDirty && <p>{t('viewsAdmin:save.unsaved')}</p>}
      <SaveState state={state} onRetry={() => void save()} />
      {isDirty && (
        <>
          <Button variant="default" disabled={state === 'saving'} onClick={discard}>
            {t('viewsAdmin:save.discard')}
          </Button>
          <Button loading={state === 'saving'} onClick={() => void save()}>
            {t('common:saveChanges')}
          </Button>
        </>
      )}
    </div>
  )
}
