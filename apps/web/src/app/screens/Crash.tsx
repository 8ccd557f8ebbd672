/** Shown when a screen throws: what happened and how to continue; a reload fetches a new version of the app. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ErrorState } from '../../ui/ErrorState.tsx'

export function Crash({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => console.error(error), [error])
  return (
    <ErrorState
      error={error}
      onRetry={() => {
        reset()
        return router.invalidate()
      }}
    />
  )
}
