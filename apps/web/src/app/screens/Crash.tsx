/** Shown when a screen throws: what happened and how to continue. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'

export function Crash({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isMissing = isMissingPart(error)
  const reloads = isMissing && !hasJustReloaded()
  useEffect(() => {
    console.error(error)
    if (reloads) window.location.reload()
  }, [error, reloads])
  if (reloads) return <PageSkeleton />
  return (
    <ErrorState
      error={error}
      onRetry={() => {
        if (isMissing) return window.location.reload()
        reset()
        return router.invalidate()
      }}
    />
  )
}

/**
 * A part of the app could not be loaded, in the words of each browser. If the server has a newer version by now, that
 * comes with a reload.
 */
const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message)

const reloadPauseMs = 30_000

/** Another reload would not help, and one after the other would not end. */
function hasJustReloaded(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'reload' && performance.now() < reloadPauseMs
}
