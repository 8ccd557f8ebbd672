/** The display of a view's type and layout; each comes in a chunk of its own. */
import type { DataViewType, ListLayout } from '@muster/contract/views/views.schema'
import { type ComponentType, lazy, Suspense } from 'react'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import type { CalendarDisplayProps } from './calendar/CalendarDisplay.tsx'
import { Glance } from './glance/Glance.tsx'
import type { MapDisplayProps } from './map/MapDisplay.tsx'
import type { DisplayProps } from './parts/props.ts'

const GalleryDisplay = lazy(async () => ({
  default: (await import('./gallery/GalleryDisplay.tsx')).GalleryDisplay,
}))
const ListDisplay = lazy(async () => ({ default: (await import('./list/ListDisplay.tsx')).ListDisplay }))
const DetailDisplay = lazy(async () => ({
  default: (await import('./detail/DetailDisplay.tsx')).DetailDisplay,
}))
const TableDisplay = lazy(async () => ({ default: (await import('./table/TableDisplay.tsx')).TableDisplay }))
const CalendarDisplay = lazy(async () => ({
  default: (await import('./calendar/CalendarDisplay.tsx')).CalendarDisplay,
}))
const MapDisplay = lazy(async () => ({ default: (await import('./map/MapDisplay.tsx')).MapDisplay }))

/** What only a calendar or a map can do where it stands; without, a calendar keeps its day and mode to itself. */
export type More = Pick<MapDisplayProps, 'onShowWithoutPlace'> &
  Pick<CalendarDisplayProps, 'date' | 'mode' | 'onChange' | 'onMove' | 'onCreate'>

const ofLayout: Record<ListLayout, ComponentType<DisplayProps>> = {
  list: ListDisplay,
  gallery: GalleryDisplay,
  kanban: ListDisplay,
}
const ofType: Record<Exclude<DataViewType, 'list'>, ComponentType<DisplayProps & More>> = {
  detail: DetailDisplay,
  calendar: CalendarDisplay,
  table: TableDisplay,
  map: MapDisplay,
}

export function ViewDisplay({ type, ...props }: DisplayProps & More & { type: DataViewType }) {
  const Shown = type === 'list' ? ofLayout[props.display.options.layout] : ofType[type]
  return (
    <Suspense fallback={<TableSkeleton />}>
      {type === 'calendar' || type === 'map' ? (
        <Glance source={props.source} display={props.display} context={props.context}>
          <Shown {...props} />
        </Glance>
      ) : (
        <Shown {...props} />
      )}
    </Suspense>
  )
}
