/** The display of a view's type and layout; each comes in a chunk of its own. */
import type { DataViewType, ListLayout } from '@muster/contract/views/views.schema'
import { type ComponentType, lazy, Suspense } from 'react'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import type { DisplayProps } from './parts/props.ts'

const GalleryDisplay = lazy(async () => ({
  default: (await import('./gallery/GalleryDisplay.tsx')).GalleryDisplay,
}))
const ListDisplay = lazy(async () => ({ default: (await import('./list/ListDisplay.tsx')).ListDisplay }))
const DetailDisplay = lazy(async () => ({
  default: (await import('./detail/DetailDisplay.tsx')).DetailDisplay,
}))
const TableDisplay = lazy(async () => ({ default: (await import('./table/TableDisplay.tsx')).TableDisplay }))

const ofLayout: Record<ListLayout, ComponentType<DisplayProps>> = {
  list: ListDisplay,
  gallery: GalleryDisplay,
  kanban: ListDisplay,
}
const ofType: Record<Exclude<DataViewType, 'list'>, ComponentType<DisplayProps>> = {
  detail: DetailDisplay,
  calendar: ListDisplay,
  table: TableDisplay,
  map: ListDisplay,
}

export function ViewDisplay({ type, ...props }: DisplayProps & { type: DataViewType }) {
  const Shown = type === 'list' ? ofLayout[props.display.options.layout] : ofType[type]
  return (
    <Suspense fallback={<TableSkeleton />}>
      <Shown {...props} />
    </Suspense>
  )
}
