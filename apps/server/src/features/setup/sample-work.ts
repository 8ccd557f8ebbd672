/** Creates projects and tasks of a sample team. */

import { addDays } from '@muster/contract/fields/time/calendar'
import { positionsFor, projectColumns, taskColumns } from '@muster/contract/projects/projects.rules'
import type { SampleWork } from '../../../samples/sample.ts'
import { bulk, type Deps, type TeamModel, treeContext } from '../../engine/public.ts'
import { ident, one, rows, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { prepareProjects } from '../projects/public.ts'

/** @param collectionOf the id of a collection by its key in the sample */
export async function createWork(
  deps: Deps,
  teamUser: TeamUser,
  { projects, tasks }: SampleWork,
  collectionOf: (key: string) => number,
): Promise<void> {
  const ids = await prepareProjects(deps, teamUser)
  const model = await deps.models.get(teamUser.teamId)
  const caller = { ...teamUser, teamUserId: 0 }
  const create = async (id: number, records: readonly Record<string, unknown>[]) => {
    const body = { create: records.map((values) => ({ values })), update: [], skipBad: false }
    return (await bulk(deps, treeContext({ model, caller, executor: deps.pool }, id), body)).created
  }
  const [taskStatuses, priorities, projectStatuses] = await Promise.all(
    [ids.taskStatusListId, ids.taskPriorityListId, ids.projectStatusListId].map((id) =>
      items(deps, model, id),
    ),
  )
  const today = new Date().toISOString().slice(0, 10)
  const day = (days: number) => addDays(today, days)
  const created = await create(
    ids.projectCollectionId,
    projects.map(({ name, status, days: [start, end], isOwn }) => ({
      [projectColumns.name]: name,
      [projectColumns.status]: projectStatuses?.[status],
      [projectColumns.period]: { start: day(start), end: day(end) },
      [projectColumns.owner]: isOwn ? ids.ownMemberId : null,
    })),
  )
  const projectIds = new Map(projects.map(({ name }, n) => [name, created[n]]))
  const positions = positionsFor(tasks.length)
  const values = []
  for (const [n, { name, status = 0, priority = 2, due, project, about, isOwn }] of tasks.entries()) {
    values.push({
      [taskColumns.name]: name,
      [taskColumns.status]: taskStatuses?.[status],
      [taskColumns.priority]: priorities?.[priority],
      [taskColumns.dueOn]: due === undefined ? null : day(due),
      [taskColumns.project]: project === undefined ? null : projectIds.get(project),
      [taskColumns.record]: about ? await recordOf(deps, model, collectionOf(about[0]), about[1]) : null,
      [taskColumns.assignee]: isOwn ? ids.ownMemberId : null,
      [taskColumns.position]: positions[n],
    })
  }
  await create(ids.taskCollectionId, values)
}

/** Ids of a list's items in order of creation. */
async function items({ pool }: Deps, { schema }: TeamModel, listId: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    pool,
    sql`select id from ${ident(schema, 'data_record')} where data_collection_id = ${listId} order by id`,
  )
  return found.map(({ id }) => id)
}

async function recordOf(
  { pool }: Deps,
  { schema }: TeamModel,
  dataCollectionId: number,
  name: string,
): Promise<number> {
  const found = await one<{ id: number }>(
    pool,
    sql`select id from ${ident(schema, 'data_record')}
        where data_collection_id = ${dataCollectionId} and name = ${name} order by id limit 1`,
  )
  if (!found) throw new Error(`The sample has no record ${name}`)
  return found.id
}
