/** Endpoints of undo, the caller's own operations, and recent changes. */

import type { operationsApi } from '@muster/contract/operations/operations.api'
import { type Deps, type UndoRegistry, undoOperation } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { keepAnswer } from '../../platform/kept-answer.ts'
import { cancelOperation, ownOperation, ownOperations } from './recent.ts'
import { recentChanges } from './recent-changes.ts'

export function operationsRoutes(deps: Deps, undo: UndoRegistry): Handlers<typeof operationsApi> {
  return {
    undo: ({ params }, { teamUser }) =>
      undoOperation({ ...deps, keepAnswer }, undo, teamUser.teamId, teamUser, params.operationId),
    mine: async ({ query }, { teamUser }) => ({ items: await ownOperations(deps, teamUser, query.limit) }),
    get: ({ params }, { teamUser }) => ownOperation(deps, teamUser, params.operationId),
    cancel: ({ params }, { teamUser }) => cancelOperation(deps, teamUser, params.operationId),
    recentChanges: ({ query }, { teamUser }) => recentChanges(deps, teamUser, query),
  }
}
