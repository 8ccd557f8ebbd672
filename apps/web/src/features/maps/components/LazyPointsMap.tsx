import { lazy, Suspense } from 'react'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import type { PointsMapProps } from './PointsMap.tsx'

const Drawn = lazy(async () => ({ default: (await import('./PointsMap.tsx')).PointsMap }))

/** Many places on a map; the map is loaded when first shown. */
export function PointsMap(props: PointsMapProps) {
  return (
    <Suspense fallback={<FormSkeleton rowCount={6} />}>
      <Drawn {...props} />
    </Suspense>
  )
}
