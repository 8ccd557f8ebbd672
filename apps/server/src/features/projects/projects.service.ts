/** Projects and tasks: internal collections that are created when a team first opens its projects. */

import type { Projects } from '@muster/contract/projects/projects.api'
import { changeModel, currentUserOf, type Deps } from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import type { InternalKind } from '../collections/public.ts'
import { createInternal, designs } from './design.ts'
import type { Created } from './design-fields.ts'
import { compareMembers, syncMembers } from './members.ts'
import { internalCollections } from './projects.repo.ts'

type ProjectDeps = Pick<Deps, 'pool' | 'live' | 'jobs' | 'models'>

/** What exists, and whether it is complete. */
export async function readProjects(
  deps: ProjectDeps,
  teamUser: TeamUser,
): Promise<{ projects: Projects | null; isCurrent: boolean }> {
  const ids = await internalCollections(deps.pool, teamUser.teamId)
  if (ids.size < designs.length) return { projects: null, isCurrent: false }
  const model = await deps.models.get(teamUser.teamId)
  const { byTeamUser, create, update } = await compareMembers(deps, model, idOf(ids, 'member'))
  return {
    projects: present(ids, byTeamUser, teamUser),
    isCurrent: create.length + update.length === 0,
  }
}

/** Creates missing collections, and synchronizes the members. */
export async function prepareProjects(deps: ProjectDeps, teamUser: TeamUser): Promise<Projects> {
  const ids = await ensureCollections(deps, teamUser.teamId)
  const model = await deps.models.get(teamUser.teamId)
  return present(ids, await syncMembers(deps, model, idOf(ids, 'member')), teamUser)
}

function present(
  ids: ReadonlyMap<InternalKind, number>,
  members: ReadonlyMap<number, number>,
  teamUser: TeamUser,
): Projects {
  return {
    taskCollectionId: idOf(ids, 'task'),
    projectCollectionId: idOf(ids, 'project'),
    memberCollectionId: idOf(ids, 'member'),
    taskStatusListId: idOf(ids, 'task_status'),
    taskPriorityListId: idOf(ids, 'task_priority'),
    projectStatusListId: idOf(ids, 'project_status'),
    ownMemberId: members.get(currentUserOf(teamUser)) ?? null,
  }
}

function idOf(ids: ReadonlyMap<InternalKind, number>, kind: InternalKind): number {
  const id = ids.get(kind)
  if (id === undefined) throw new Error(`No collection for ${kind}`)
  return id
}

/** The change locks the team's row, so that the second of two concurrent calls finds the collections. */
async function ensureCollections(deps: ProjectDeps, teamId: number): Promise<Map<InternalKind, number>> {
  const known = await internalCollections(deps.pool, teamId)
  if (known.size === designs.length) return known
  return changeModel(deps, teamId, async (change) => {
    const created: Created = { ids: await internalCollections(change.client, teamId), items: new Map() }
    for (const design of designs)
      if (!created.ids.has(design.kind)) await createInternal(change, design, created)
    return created.ids
  })
}
