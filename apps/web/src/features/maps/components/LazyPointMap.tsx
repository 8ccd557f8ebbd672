import { lazy, Suspense } from 'react'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import type { PointMapProps } from './PointMap.tsx'

const Drawn = lazy(async () => ({ default: (await import('./PointMap.tsx')).PointMap }))

/** A place on a map; the map is loaded when first shown. */
export function PointMap(props: PointMapProps) {
  return (
    <Suspense fallback={<FormSkeleton rowCount={3} />}>
      <Drawn {...props} />
    </Suspense>
  )
}
