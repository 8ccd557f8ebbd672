/** A visitor's run, once what shows it is there. */
import { type ComponentProps, Suspense } from 'react'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { visitorRun } from './lazy-run.ts'
import type { VisitorRun } from './VisitorRun.tsx'

type Props = ComponentProps<typeof VisitorRun>

export function VisitorRunPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Loaded {...props} />
    </Suspense>
  )
}

function Loaded(props: Props) {
  const { VisitorRun } = visitorRun.use()
  return <VisitorRun {...props} />
}
