/** What follows when somebody has proved who they are: where they were heading, or their code first. */
import type { newSessionSchema } from '@muster/contract/auth/session.schema'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { z } from 'zod'
import { handleSignedIn } from './session.ts'

/** `await enter(answer.session, redirect)`. The page before leaves the history: its address may hold a code. */
export function useEnter() {
  const router = useRouter()
  return useCallback(
    async (session: z.infer<typeof newSessionSchema>, redirect = '/'): Promise<void> => {
      if (!session) return router.navigate({ to: '/login/code', search: { redirect }, replace: true })
      await handleSignedIn()
      await router.invalidate()
      router.history.replace(redirect)
    },
    [router],
  )
}
