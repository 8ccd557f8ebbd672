/** Shown when a screen throws: what happened and how to continue. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isMissingPart, reloadPage, reloadsFor } from '../../lib/missing-part.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'

export function Crash({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const reloads = reloadsFor(error)
  useEffect(() => {
    console.error(error)
    if (reloads) reloadPage()
  }, [error, reloads])
  if (reloads) return <PageSkeleton />
  return (
    <ErrorState
      error={error}
      onRetry={() => {
        if (isMissingPart(error)) return reloadPage()
        reset()
        return router.invalidate()
      }}
    />
  )
}
