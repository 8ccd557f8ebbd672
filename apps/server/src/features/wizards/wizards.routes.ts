/** Routes: not built yet. */
import type { wizardsApi } from '@muster/contract/wizards/wizards.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'

const notBuilt = (): never => {
  throw new Error('not built')
}

export function wizardsRoutes(_deps: Deps): Handlers<typeof wizardsApi> {
  return {
    list: notBuilt,
    get: notBuilt,
    create: notBuilt,
    update: notBuilt,
    remove: notBuilt,
    setOrder: notBuilt,
    createStep: notBuilt,
    updateStep: notBuilt,
    removeStep: notBuilt,
    createTask: notBuilt,
    updateTask: notBuilt,
    removeTask: notBuilt,
    listAccessLinks: notBuilt,
    createAccessLink: notBuilt,
    updateAccessLink: notBuilt,
    removeAccessLink: notBuilt,
    createTokenLink: notBuilt,
    listLinks: notBuilt,
    createLink: notBuilt,
    updateLink: notBuilt,
    removeLink: notBuilt,
  }
}
