/** A view while it is edited: what is sent, its errors, and the tab that shows them. */
import type { FieldErrorCode } from '@muster/contract/errors'
import { viewTypes } from '@muster/contract/views/types/index'
import {
  type DataView as SavedView,
  type UpdateView,
  updateViewBody,
} from '@muster/contract/views/views.schema'
import type { ViewSettings } from '../display-of.ts'

const keys = Object.keys(updateViewBody.shape) as (keyof ViewSettings)[]

export function draftOf(view: SavedView): ViewSettings {
  return Object.fromEntries(keys.map((key) => [key, view[key]])) as unknown as ViewSettings
}

/** The differences from the saved view: a PUT names nothing else, so that others may change the rest meanwhile. */
export function changesOf(draft: ViewSettings, saved: ViewSettings): UpdateView {
  return Object.fromEntries(
    keys
      .filter((key) => JSON.stringify(draft[key]) !== JSON.stringify(saved[key]))
      .map((key) => [key, draft[key]]),
  )
}

/** The server's validation, and more that it would accept but nobody wants: codes by path. */
export function checkDraft(draft: ViewSettings): Record<string, FieldErrorCode> {
  const wrong: Record<string, FieldErrorCode> = {}
  if (draft.internalName.trim() === '') wrong.internalName = 'required'
  if (draft.recordNameDataFieldId === null) wrong.recordNameDataFieldId = 'view_name_field_missing'
  const needed = viewTypes[draft.type].neededField
  if (needed && draft[needed] === null) wrong[needed] = 'view_field_missing'
  draft.calendarDateInfo.forEach((info, index) => {
    const at = `calendarDateInfo.${index}`
    if (info.dataCollectionId === 0) wrong[`${at}.dataCollectionId`] = 'view_field_missing'
    if (info.dateDataFieldId === 0) wrong[`${at}.dateDataFieldId`] = 'view_field_missing'
  })
  return wrong
}

export const viewTabs = [
  ['details', 'details'],
  ['displayed-fields', 'displayedFields'],
  ['filter-fields', 'filterFields'],
  ['calendar-date-info', 'calendarDateInfo'],
  ['preview', 'preview'],
] as const
export type ViewTab = (typeof viewTabs)[number][0]

/** The tab where an error can be corrected. */
export function tabOf(path: string): ViewTab {
  const [key] = path.split('.')
  return viewTabs.find(([, name]) => name === key)?.[0] ?? 'details'
}
