/** Routes: not built yet. */
import type { wizardRunsApi } from '@muster/contract/wizards/runs.api'
import type { Deps } from '../../../engine/public.ts'
import type { Handlers } from '../../../platform/http/bind.ts'

const notBuilt = (): never => {
  throw new Error('not built')
}

export function wizardRunsRoutes(_deps: Deps): Handlers<typeof wizardRunsApi> {
  return {
    runnable: notBuilt,
    start: notBuilt,
    get: notBuilt,
    advance: notBuilt,
    back: notBuilt,
    language: notBuilt,
    cancel: notBuilt,
    options: notBuilt,
    list: notBuilt,
    detail: notBuilt,
    retry: notBuilt,
    rollBack: notBuilt,
  }
}
