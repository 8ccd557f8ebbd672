/** Loads the settings of a view when somebody edits it. */
import { lazy, Suspense } from 'react'
import type { ViewPanelProps } from './ViewPanel.tsx'

const Loaded = lazy(async () => ({ default: (await import('./ViewPanel.tsx')).ViewPanel }))

export function ViewPanel(props: ViewPanelProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
