/** Shown when a screen throws: what happened and how to continue. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isMissingPart, reloadsFor } from '../../lib/missing-part.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'

export function Crash({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const reloads = reloadsFor(error)
  useEffect(() => {
    console.error(error)
    if (reloads) window.location.reload()
  }, [error, reloads])
  if (reloads) return <PageSkeleton />
  return (
    <ErrorState
      error={error}
      onRetry={() => {
        if (isMissingPart(error)) return window.location.reload()
        reset()
        return router.invalidate()
      }}
    />
  )
}
