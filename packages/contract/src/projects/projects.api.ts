/** Projects and tasks: where a team keeps them. The records themselves are read and written like all others. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idSchema, teamParams } from '../paging.ts'

export const projectsSchema = z
  .object({
    /** Internal collections; their columns are those of `projects.rules.ts`. */
    taskCollectionId: idSchema,
    projectCollectionId: idSchema,
    /** One record for each user of the team: what tasks are assigned to. */
    memberCollectionId: idSchema,
    /** Custom lists, which the team may change. */
    taskStatusListId: idSchema,
    taskPriorityListId: idSchema,
    projectStatusListId: idSchema,
    /** The caller's own record among the members. */
    ownMemberId: idSchema.nullable(),
  })
  .meta({ id: 'Projects' })
export type Projects = z.infer<typeof projectsSchema>

export const projectsApi = {
  get: endpoint({
    method: 'GET',
    path: '/teams/:teamId/projects',
    access: 'teamUser',
    reads: [],
    summary: 'The collections of projects and tasks; made when they are first asked for',
    params: teamParams,
    response: projectsSchema,
  }),
}
