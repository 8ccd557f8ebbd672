/** The view that the tabs of its page, or the sections of its panel, edit together: one draft, saved as a whole. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import { createContext, useContext } from 'react'
import type { ViewSettings } from '../display-of.ts'
import type { WrongByPath } from './use-view-errors.ts'

export interface ViewDraft {
  view: SavedView
  draft: ViewSettings
  set(change: Partial<ViewSettings>): void
  /** Whether it differs from the saved view. */
  isDirty: boolean
  /** By path; removed when its key is changed. */
  wrong: WrongByPath
  /** Of the collection's tree. */
  fields: readonly DataField[]
  isReadOnly: boolean
  /** Whether the author may share views and make them public. */
  canShare: boolean
  /** Beside the view, in sections, instead of on a page of its own with tabs. */
  isPanel: boolean
}

export const ViewDraftContext = createContext<ViewDraft | null>(null)

export function useViewDraft(): ViewDraft {
  const draft = useContext(ViewDraftContext)
  if (!draft) throw new Error('No view: settings stand under ViewAdmin or ViewPanel')
  return draft
}
