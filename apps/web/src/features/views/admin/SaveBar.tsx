/** Saves the draft of a view, from any tab. */
import { useTranslation } from 'react-i18next'
import { SaveBar as Bar, SaveBarFrame } from '../../../ui/SaveBar.tsx'
import type { DraftState } from './use-draft.ts'

export function SaveBar({ state: draft, isReadOnly }: { state: DraftState; isReadOnly: boolean }) {
  const { t } = useTranslation('viewsAdmin')
  if (isReadOnly) {
    return (
      <SaveBarFrame>
        <p>{t('save.readOnly')}</p>
      </SaveBarFrame>
    )
  }
  const { isDirty, state, save, discard } = draft
  return <Bar isDirty={isDirty} state={state} onSave={() => void save()} onDiscard={discard} />
}
