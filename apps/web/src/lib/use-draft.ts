/** A form that is edited as a whole and sent by `save`. */
import { useState } from 'react'
import { useSave } from './use-save.ts'

/**
 *   const { draft, set, isDirty, errors, isBusy, save } = useDraft({ name: '' }, (draft) => call(…))
 *
 * @param first what the form begins with
 * @param onFailed receives the error, for callers that need more than the field errors
 */
export function useDraft<Draft extends object>(
  first: Draft,
  send: (draft: Draft) => Promise<unknown>,
  onFailed?: (error: unknown) => void,
) {
  const [draft, setDraft] = useState(first)
  const { clearErrors, ...saving } = useSave(() => send(draft), onFailed)
  return {
    ...saving,
    draft,
    /** Changes some values, and clears all errors. */
    set(change: Partial<Draft>) {
      setDraft((now) => ({ ...now, ...change }))
      clearErrors()
    },
    isDirty: JSON.stringify(draft) !== JSON.stringify(first),
  }
}
