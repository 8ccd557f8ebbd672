/** Projects and tasks: internal collections that every team gets when it first looks at them. */

import type { Projects } from '@muster/contract/projects/projects.api'
import { changeModel, type Deps } from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import type { InternalKind } from '../collections/public.ts'
import { designs, makeInternal } from './design.ts'
import type { Made } from './design-fields.ts'
import { keepMembers } from './members.ts'
import { internalCollections } from './projects.repo.ts'

type ProjectDeps = Pick<Deps, 'pool' | 'live' | 'jobs' | 'models'>

/** Makes what is missing, and brings the members up to date. */
export async function projectsOf(deps: ProjectDeps, teamUser: TeamUser): Promise<Projects> {
  const ids = await ensureCollections(deps, teamUser.teamId)
  const model = await deps.models.get(teamUser.teamId)
  const members = await keepMembers(deps, model, idOf(ids, 'member'))
  return {
    taskCollectionId: idOf(ids, 'task'),
    projectCollectionId: idOf(ids, 'project'),
    memberCollectionId: idOf(ids, 'member'),
    taskStatusListId: idOf(ids, 'task_status'),
    taskPriorityListId: idOf(ids, 'task_priority'),
    projectStatusListId: idOf(ids, 'project_status'),
    ownMemberId: members.get(teamUser.teamUserId) ?? null,
  }
}

function idOf(ids: ReadonlyMap<InternalKind, number>, kind: InternalKind): number {
  const id = ids.get(kind)
  if (id === undefined) throw new Error(`No collection for ${kind}`)
  return id
}

/** The change holds the team's row, so that of two who come first the second finds them made. */
async function ensureCollections(deps: ProjectDeps, teamId: number): Promise<Map<InternalKind, number>> {
  const known = await internalCollections(deps.pool, teamId)
  if (known.size === designs.length) return known
  return changeModel(deps, teamId, async (change) => {
    const made: Made = { ids: await internalCollections(change.client, teamId), items: new Map() }
    for (const design of designs) if (!made.ids.has(design.kind)) await makeInternal(change, design, made)
    return made.ids
  })
}
