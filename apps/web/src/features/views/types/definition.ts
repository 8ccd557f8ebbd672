/** The definition of a kind of view in the web app: one file for each, and the registry in `index.ts`. */
import type { DataViewType } from '@muster/contract/views/types/definition'
import type { ListLayout } from '@muster/contract/views/types/list'
import type { ComponentType } from 'react'
import type { GlyphName } from '../../../ui/Glyph.tsx'
import type { CalendarDisplayProps } from '../displays/calendar/CalendarDisplay.tsx'
import type { OnSubmit } from '../displays/form/FormDisplay.tsx'
import type { MapDisplayProps } from '../displays/map/MapDisplay.tsx'
import type { DisplayProps } from '../displays/parts/props.ts'

/** A type of view, and for lists its layout: what a person chooses from. */
export type ViewKind = Exclude<DataViewType, 'list'> | ListLayout

/** Features of calendars, maps and forms in some places; without, a calendar's day and mode are internal state. */
export type More = Pick<MapDisplayProps, 'onShowWithoutPlace'> &
  Pick<CalendarDisplayProps, 'date' | 'mode' | 'onChange' | 'onMove' | 'onCreate'> & {
    onSubmit?: OnSubmit | undefined
  }

/** A field that is chosen when a view of a kind is created. */
export type NeededKey =
  | 'groupDataFieldId'
  | 'eventStartDataFieldId'
  | 'eventEndDataFieldId'
  | 'mapLocationDataFieldId'

export interface ViewKindDefinition {
  /** The settings that make a view one of the kind. */
  readonly type: DataViewType
  readonly layout: ListLayout
  readonly glyph: GlyphName
  /** In a chunk of its own. It shows by itself that there are no records. */
  readonly Display: ComponentType<DisplayProps & More>
  /** Whether hover and focus show a card of the record. */
  readonly hasGlance: boolean
  /** Chosen when a view is created. Fields that only other kinds need are cleared. */
  readonly needs: readonly NeededKey[]
  /** The effect of `groupDataFieldId`: groups of rows, columns of a board, or lanes of a timeline. */
  readonly groups: 'rows' | 'columns' | 'lanes' | null
  /** Whether a new one shows the first picture field. */
  readonly prefersPicture: boolean
  /** Whether calendar programs can subscribe to it. */
  readonly hasFeed?: true
  /** Whether the records page shows its grid instead of the display. */
  readonly isGrid: boolean
  /** Whether readers can sort it and choose its columns; and whether the records page shows the count. */
  readonly isOrdered: boolean
  readonly hasCount: boolean
}
