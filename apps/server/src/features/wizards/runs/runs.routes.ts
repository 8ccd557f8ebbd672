/** Routes for runs of people with a session, and for administrators of wizards. */
import { runKeyHeader } from '@muster/contract/wizards/run-key'
import type { wizardRunsApi } from '@muster/contract/wizards/runs.api'
import type { Deps, UndoRegistry } from '../../../engine/public.ts'
import type { Handlers } from '../../../platform/http/bind.ts'
import type { TeamContext } from '../../../platform/http/context.ts'
import { RunAdmin } from './admin.service.ts'
import { ownRuns } from './own-runs.ts'
import type { RunBy } from './run-by.ts'
import { runnableWizards } from './runnable.ts'
import { RunService } from './runs.service.ts'

export function wizardRunsRoutes(deps: Deps, undo: UndoRegistry): Handlers<typeof wizardRunsApi> {
  const runs = new RunService(deps)
  const admin = new RunAdmin(deps, undo)
  return {
    runnable: ({ query }, { teamUser, language }) =>
      runnableWizards(deps, teamUser, query.language ?? language),
    own: ({ query }, { teamUser, language }) => ownRuns(deps, teamUser, query.language ?? language),
    start: ({ params, body }, { teamUser }) => runs.start(teamUser, params.dataWizardId, body),
    get: ({ params }, context) => runs.get(byOf(context), params.wizardRunId),
    advance: ({ params, body }, context) => runs.advance(byOf(context), params.wizardRunId, body),
    back: ({ params, body }, context) => runs.back(byOf(context), params.wizardRunId, body.stepToken),
    language: ({ params, body }, context) =>
      runs.setLanguage(byOf(context), params.wizardRunId, body.language),
    cancel: ({ params }, context) => runs.cancel(byOf(context), params.wizardRunId),
    options: ({ params, body }, context) => runs.options(byOf(context), params.wizardRunId, body),
    list: ({ params, query }, { teamUser }) => admin.list(teamUser, params.dataWizardId, query),
    moves: ({ params }, { teamUser }) => admin.moves(teamUser, params.dataWizardId),
    detail: ({ params }, { teamUser }) => admin.detail(teamUser, params.wizardRunId),
    retry: ({ params }, { teamUser }) => admin.retry(teamUser, params.wizardRunId),
    rollBack: ({ params }, { teamUser }) => admin.rollBack(teamUser, params.wizardRunId),
  }
}

/** A person who also holds the key of a visitor's run goes on with it as themselves. */
function byOf({ teamUser, request }: TeamContext): RunBy {
  const key = request.headers[runKeyHeader]
  const { teamId } = teamUser
  return typeof key === 'string' ? { teamId, teamUser, key } : { teamId, teamUser }
}
