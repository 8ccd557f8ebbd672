/**
 * Whether input is saved, in words: 'Saved', 'Saving', 'Not saved: retry' (a button).
 *
 *   <SaveState state={mutation.isPending ? 'saving' : mutation.isError ? 'failed' : 'saved'} onRetry={save} />
 */
import { useTranslation } from 'react-i18next'
import { Glyph } from './Glyph.tsx'
import classes from './SaveState.module.css'

export type SaveStateName = 'idle' | 'saving' | 'saved' | 'failed'

export function SaveState({ state, onRetry }: { state: SaveStateName; onRetry?: () => void }) {
  const { t } = useTranslation('common')
  return (
    <span className={classes.state} role="status" data-state={state}>
      {state === 'saving' && t('save_state.saving')}
      {state === 'saved' && (
        <>
          <Glyph name="check" size={14} />
          {t('save_state.saved')}
        </>
      )}
      {state === 'failed' && (
        <button type="button" className={classes.retry} onClick={onRetry}>
          <Glyph name="warning" size={14} />
          {t('save_state.failed')}
        </button>
      )}
    </span>
  )
}
