/** What a kind of view is in the web app: one file here for each, and the registry in `index.ts`. */
import type { DataViewType } from '@muster/contract/views/types/definition'
import type { ListLayout } from '@muster/contract/views/types/list'
import type { ComponentType } from 'react'
import type { GlyphName } from '../../../ui/Glyph.tsx'
import type { CalendarDisplayProps } from '../displays/calendar/CalendarDisplay.tsx'
import type { MapDisplayProps } from '../displays/map/MapDisplay.tsx'
import type { DisplayProps } from '../displays/parts/props.ts'

/** A type of view, and for lists how they are laid out: what a person chooses from. */
export type ViewKind = Exclude<DataViewType, 'list'> | ListLayout

/** What only a calendar or a map can do where it stands; without, a calendar keeps its day and mode to itself. */
export type More = Pick<MapDisplayProps, 'onShowWithoutPlace'> &
  Pick<CalendarDisplayProps, 'date' | 'mode' | 'onChange' | 'onMove' | 'onCreate'>

/** A field that is chosen when a view of a kind is begun. */
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
  /** Comes in a chunk of its own. It says itself that it has no records. */
  readonly Display: ComponentType<DisplayProps & More>
  /** Whether a record opens in a small card at the place where it is drawn. */
  readonly hasGlance: boolean
  /** Chosen when a view is begun. Fields that another kind needs are cleared. */
  readonly needs: readonly NeededKey[]
  /** What `groupDataFieldId` does: it makes groups of rows, or the columns of a board. */
  readonly groups: 'rows' | 'columns' | null
  /** Whether a new one shows the first picture field there is. */
  readonly prefersPicture: boolean
  /** Whether the records page shows its grid, in place of the display. */
  readonly isGrid: boolean
  /** Whether its reader may sort it and choose its columns; and whether the records page says how many there are. */
  readonly isOrdered: boolean
  readonly hasCount: boolean
}
