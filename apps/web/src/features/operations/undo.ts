/**
 * Undo and redo of the user's own operations in a team: the toast after an action, Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y.
 *
 *   const { recordOperation } = useOperations()
 *   recordOperation(result.operation, t('records:toast.deleted', { count }))      // toast with Undo
 *   recordOperation(result.operation)                                            // only Ctrl+Z
 */
import type { OperationRef, UndoResult } from '@muster/contract/operations/operations.schema'
import i18next, { type TFunction } from 'i18next'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../lib/api.ts'
import { emitter } from '../../lib/emitter.ts'
import { errorText } from '../../lib/errors.ts'
import { queryClient } from '../../lib/query-client.ts'
import { refreshChanged } from '../../lib/stale.ts'
import { toast } from '../../ui/toasts.ts'
import { type Settle, UndoStack } from './undo-stack.ts'

/** Informs lists on screen that an undo or redo from here changed records. */
export const operationEvents = emitter<{
  undone: { teamId: number; operationId: number; result: UndoResult }
}>()

/** The toast that offers to undo the newest operation; closed when that is undone by other means. */
let offer: number | null = null

/** The toast on the last undo or redo, which the next one replaces. */
let told: number | null = null
function tell(text: string): void {
  if (told !== null) toast.hide(told)
  told = toast.info(text)
}

const stacks = new Map<number, UndoStack<UndoResult>>()

/** The stack of a team, while the page is open. */
function undoStackOf(teamId: number): UndoStack<UndoResult> {
  const known = stacks.get(teamId)
  if (known) return known
  const made = new UndoStack<UndoResult>({
    undo: async (operationId) => {
      const result = await call(api.operations.undo, { params: { teamId, operationId } })
      operationEvents.emit('undone', { teamId, operationId, result })
      return result
    },
    earlier: async () => (await call(api.operations.mine, { params: { teamId } })).items,
  })
  stacks.set(teamId, made)
  return made
}

export interface Operations {
  /** Records a new operation; with a text, a toast offers to undo it. */
  recordOperation(operation: OperationRef | null, text?: string): void
  /** Takes the place of an operation before the server has answered: Ctrl+Z pressed meanwhile waits for it. */
  beginOperation(): (operation: OperationRef | null, text?: string) => void
  undo(): Promise<void>
  redo(): Promise<void>
  /** Undoes one operation, however old. */
  undoOne(operationId: number): Promise<void>
}

export function operationsOf(teamId: number): Operations {
  const stack = undoStackOf(teamId)
  const run = async (work: () => Promise<UndoResult | null | undefined>, isRedo: boolean) => {
    // Begun at once: what a press undoes is what was last done when it was pressed.
    const working = work()
    const loading = i18next.loadNamespaces('records')
    const t = i18next.getFixedT<['records', 'errors']>(null, ['records', 'errors'])
    try {
      const result = await working
      await loading
      if (result === undefined) return
      if (!result) return tell(t(isRedo ? 'records:undo.noRedo' : 'records:undo.nothing'))
      void refreshChanged(queryClient, api.operations.undo, { teamId })
      tell(summary(result, isRedo, t))
    } catch (error) {
      await loading
      toast.error(error instanceof ApiError ? errorText(error, t) : t('errors:generic'))
    }
  }
  const note = (settle: Settle) => (operation: OperationRef | null, text?: string) => {
    settle(operation)
    if (operation && text) offer = toast.undo(text, () => run(() => stack.undoOne(operation.id), false))
  }
  return {
    recordOperation(operation, text) {
      if (operation) note(stack.begin())(operation, text)
    },
    beginOperation: () => note(stack.begin()),
    undo: () => {
      if (offer !== null) toast.hide(offer)
      offer = null
      return run(() => stack.undo(), false)
    },
    redo: () => run(() => stack.redo(), true),
    undoOne: (operationId) => run(() => stack.undoOne(operationId), false),
  }
}

function summary(
  { restored, skippedCount }: UndoResult,
  isRedo: boolean,
  t: TFunction<['records', 'errors']>,
): string {
  const done = t(isRedo ? 'records:undo.redone' : 'records:undo.done', { count: restored })
  return skippedCount === 0 ? done : `${done} ${t('records:undo.skipped', { count: skippedCount })}`
}

export function useOperations(teamId: number): Operations {
  return useMemo(() => operationsOf(teamId), [teamId])
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, where nobody is typing. */
export function useUndoKeys(teamId: number): void {
  useTranslation('records')
  useEffect(() => {
    const operations = operationsOf(teamId)
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return
      const key = event.key.toLowerCase()
      const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && !event.shiftKey)
      if ((!isRedo && key !== 'z') || isTyping(event.target)) return
      event.preventDefault()
      void (isRedo ? operations.redo() : operations.undo())
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [teamId])
}

/** Whether the browser's own undo applies: a text is being edited. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select, [role="dialog"] *')
}
