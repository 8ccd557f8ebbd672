/** Moves a member of a plain collection by hand, with its undo toast. */
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/errors.ts'
import { toast, toastStore } from '../../ui/toasts.ts'

/**
 * One after the other, in the order of the moves: each names the member that precedes it at that time.
 *
 * @param onDone after each move, undone and failed ones too
 */
export function usePlace(teamId: number, dataCollectionId: number, onDone: (isPlaced: boolean) => void) {
  const { t } = useTranslation('membership')
  const errorText = useErrorText()
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef(onDone)
  latest.current = onDone
  const place = (dataRecordId: number, afterRecordId: number | null) => {
    const placed = line.current.then(async () => {
      try {
        const params = { teamId, dataCollectionId }
        const done = await call(api.membership.place, { params, body: { dataRecordId, afterRecordId } })
        latest.current(true)
        return done
      } catch (error) {
        toast.error(errorText(error))
        latest.current(false)
        return null
      }
    })
    line.current = placed
    return placed
  }
  /** The newest toast: key steps of one member are undone as one. */
  const lastMove = useRef({ toastId: 0, recordId: 0, stoodBehind: null as number | null })
  return async (member: { id: number; name: string }, afterRecordId: number | null): Promise<void> => {
    const done = await place(member.id, afterRecordId)
    if (!done) return
    const last = lastMove.current
    const isStep = last.recordId === member.id && toastStore.get().some(({ id }) => id === last.toastId)
    if (isStep) toast.hide(last.toastId)
    const stoodBehind = isStep ? last.stoodBehind : done.afterRecordId
    const text = t('arrange.moved', { name: member.name || t('unnamed') })
    const toastId = toast.undo(text, () => place(member.id, stoodBehind))
    lastMove.current = { toastId, recordId: member.id, stoodBehind }
  }
}
