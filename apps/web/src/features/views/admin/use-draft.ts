/** A view's draft: its changes, saving, and a guard against leaving unsaved changes. */
import type { DataView as SavedView, UpdateView } from '@muster/contract/views/views.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queryKeyOf } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import type { SaveStateName } from '../../../ui/SaveState.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import type { ViewSettings } from '../display-of.ts'
import { useViewActions } from '../switcher/use-views.ts'
import { useViewErrors, type WrongByPath } from './use-view-errors.ts'
import { changesOf, checkDraft, draftOf, tabOf, type ViewTab } from './view-draft.ts'

export interface DraftState {
  draft: ViewSettings
  /** What differs from the saved view. */
  changes: UpdateView
  set(change: Partial<ViewSettings>): void
  wrong: WrongByPath
  isDirty: boolean
  state: SaveStateName
  save(): Promise<void>
  discard(): void
  /** Unsaved changes no longer matter: the view is deleted. */
  forget(): void
}

export interface DraftOptions {
  /** Where an error can be corrected. */
  openTab(tab: ViewTab): void
  /** Whether an address still shows the draft. */
  isWithin(path: string, search: string): boolean
  /** Changes to begin with. */
  start?: Partial<ViewSettings>
}

export function useDraft(
  teamId: number,
  view: SavedView,
  { openTab, isWithin, start = {} }: DraftOptions,
): DraftState {
  const { t } = useTranslation(['viewsAdmin', 'errors'])
  const queryClient = useQueryClient()
  const actions = useViewActions(teamId, view.dataCollectionId)
  const viewErrors = useViewErrors()
  const [changed, setChanged] = useState<Partial<ViewSettings>>(start)
  const [wrong, setWrong] = useState<WrongByPath>({})
  const [state, setState] = useState<SaveStateName>('idle')
  const isForgotten = useRef(false)
  const saved = draftOf(view)
  const draft = { ...saved, ...changed }
  const changes = changesOf(draft, saved)
  const isDirty = Object.keys(changes).length > 0

  useLeaveGuard(() => isDirty && !isForgotten.current, isWithin)

  const showWrong = (found: WrongByPath) => {
    setWrong(found)
    setState('failed')
    const [first] = Object.keys(found)
    if (first === undefined) return
    openTab(tabOf(first))
    focusFirstWrong()
  }
  return {
    draft,
    changes,
    set(change) {
      setChanged((now) => ({ ...now, ...change }))
      setWrong((now) => without(now, Object.keys(change)))
      setState('idle')
    },
    wrong,
    isDirty,
    state,
    async save() {
      const found = viewErrors.ofCodes(checkDraft(draft))
      if (Object.keys(found).length > 0) return showWrong(found)
      setState('saving')
      setWrong({})
      try {
        const now = await actions.update(view.id, changes)
        // Before the draft is cleared: until the refetch, the saved values would be missing.
        const params = { teamId, dataViewId: view.id }
        queryClient.setQueryData(queryKeyOf(api.views.get, { params }), now)
        setChanged({})
        setState('saved')
      } catch (error) {
        showWrong(viewErrors.ofError(error))
        toast.error(`${t('viewsAdmin:error.update')} ${errorText(error, t as never)}`)
      }
    },
    discard() {
      setChanged({})
      setWrong({})
      setState('idle')
    },
    forget() {
      isForgotten.current = true
    },
  }
}

/** After the errors are rendered at their inputs. */
function focusFirstWrong(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>('main :is([aria-invalid="true"], [data-error="true"] input)')
        ?.focus(),
    ),
  )
}

/** Drops errors at changed keys, or below them. */
function without(wrong: WrongByPath, keys: readonly string[]): WrongByPath {
  const kept = Object.entries(wrong).filter(([path]) => !keys.includes(path.split('.')[0] ?? ''))
  return Object.fromEntries(kept)
}
