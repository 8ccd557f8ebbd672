/** Routes: not built yet. */
import type { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'
import type { Deps } from '../../../engine/public.ts'
import type { Handlers } from '../../../platform/http/bind.ts'

const notBuilt = (): never => {
  throw new Error('not built')
}

export function publicWizardsRoutes(_deps: Deps): Handlers<typeof publicWizardsApi> {
  return {
    challenge: notBuilt,
    get: notBuilt,
    start: notBuilt,
    getByToken: notBuilt,
    startByToken: notBuilt,
    getRun: notBuilt,
    advance: notBuilt,
    back: notBuilt,
    language: notBuilt,
    cancel: notBuilt,
    options: notBuilt,
    upload: notBuilt,
    sendCode: notBuilt,
    checkCode: notBuilt,
  }
}
