/**
 * What an administrator sets for each kind of view besides the common settings. Apart from `index.ts`, so that pages that
 * only show views do not load it.
 */
import type { ComponentType } from 'react'
import { CalendarSection } from '../admin/sections/CalendarSection.tsx'
import { FormViewSection } from '../admin/sections/FormViewSection.tsx'
import { MapSection } from '../admin/sections/MapSection.tsx'
import { MissingRecord } from '../admin/sections/MissingRecord.tsx'
import { RowColorsSection } from '../admin/sections/RowColorsSection.tsx'
import { TimelineSection } from '../admin/sections/TimelineSection.tsx'
import type { ViewKind } from './definition.ts'

/** Inputs of `DisplaySection`; `columns`, `rows` and `lanes` set the same field, for a board, a table and a timeline. */
export type DisplayInput = 'layout' | 'columns' | 'rows' | 'lanes' | 'image' | 'color' | 'pageSize' | 'count'

interface KindSettings {
  /** A section of settings for this kind. */
  readonly Section: ComponentType | null
  /** Extra settings in the section about item links. */
  readonly ItemInputs: ComponentType | null
  readonly displayInputs: readonly DisplayInput[]
  /** Whether it has date info, which is set up on a tab of its own. */
  readonly hasDateInfo: boolean
}

const plain = { Section: null, ItemInputs: null, hasDateInfo: false }

export const kindSettings: Readonly<Record<ViewKind, KindSettings>> = {
  table: { ...plain, Section: RowColorsSection, displayInputs: ['rows', 'image', 'pageSize', 'count'] },
  list: { ...plain, displayInputs: ['layout', 'image', 'pageSize', 'count'] },
  gallery: {
    ...plain,
    Section: RowColorsSection,
    displayInputs: ['layout', 'image', 'color', 'pageSize', 'count'],
  },
  kanban: {
    ...plain,
    Section: RowColorsSection,
    displayInputs: ['layout', 'columns', 'image', 'color', 'pageSize', 'count'],
  },
  detail: { ...plain, ItemInputs: MissingRecord, displayInputs: ['image', 'count'] },
  // Calendars, maps and timelines have no pages, and so no page count.
  calendar: { ...plain, Section: CalendarSection, displayInputs: ['color'], hasDateInfo: true },
  map: { ...plain, Section: MapSection, displayInputs: ['color'] },
  timeline: { ...plain, Section: TimelineSection, displayInputs: ['lanes', 'color'] },
  form: { ...plain, Section: FormViewSection, displayInputs: [] },
}
