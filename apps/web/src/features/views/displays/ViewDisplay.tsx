/** The display of a view's type and layout; each comes in a chunk of its own. */
import type { DataViewType, ListLayout } from '@muster/contract/views/views.schema'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import type { CalendarDisplayProps } from './calendar/CalendarDisplay.tsx'
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

const ofLayout: Record<ListLayout, ComponentType<DisplayProps>> = {
  list: ListDisplay,
  gallery: GalleryDisplay,
  kanban: ListDisplay,
}
const ofType: Record<Exclude<DataViewType, 'list'>, ComponentType<DisplayProps>> = {
  detail: DetailDisplay,
  calendar: Calendar,
  table: TableDisplay,
  map: MapDisplay,
}

export function ViewDisplay({ type, ...props }: DisplayProps & { type: DataViewType }) {
  const Shown = type === 'list' ? ofLayout[props.display.options.layout] : ofType[type]
  return (
    <Suspense fallback={<TableSkeleton />}>
      <Shown {...props} />
    </Suspense>
  )
}

/** A calendar that keeps its day to itself; where an address does, `CalendarDisplay` stands on its own. */
function Calendar({ source, display }: DisplayProps) {
  const [place, setPlace] = useState<Pick<CalendarDisplayProps, 'date' | 'mode'>>({ date: null, mode: null })
  return <CalendarDisplay source={source} display={display} {...place} onChange={setPlace} />
}
