/** The display of a view's type and layout. */
import type { DataViewType } from '@muster/contract/views/types/definition'
import { Suspense } from 'react'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import type { More } from '../types/definition.ts'
import { kindOf, viewKinds } from '../types/index.ts'
import { Glance } from './glance/Glance.tsx'
import type { DisplayProps } from './parts/props.ts'

export function ViewDisplay({ type, ...props }: DisplayProps & More & { type: DataViewType }) {
  const { Display, hasGlance } = viewKinds[kindOf({ type, displayOptions: props.display.options })]
  return (
    <Suspense fallback={<TableSkeleton />}>
      {hasGlance ? (
        <Glance source={props.source} display={props.display} context={props.context}>
          <Display {...props} />
        </Glance>
      ) : (
        <Display {...props} />
      )}
    </Suspense>
  )
}
