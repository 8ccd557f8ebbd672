/** Shows the files of the viewer's store; mounted once at the root of the app, and loads the viewer when needed. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { viewerStore } from '../viewer-store.ts'

const Viewer = lazy(async () => ({ default: (await import('./Viewer.tsx')).Viewer }))

export function ViewerHost() {
  const opened = useSyncExternalStore(viewerStore.subscribe, viewerStore.get)
  if (!opened) return null
  return (
    <Suspense>
      <Viewer {...opened} onShow={viewerStore.show} onClose={viewerStore.close} />
    </Suspense>
  )
}
