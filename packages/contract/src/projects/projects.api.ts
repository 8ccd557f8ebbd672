/** The collections of projects and tasks. Their records are read and written like all others. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idSchema, teamParams } from '../paging.ts'

export const projectsSchema = z
  .object({
    /** Internal collections, with the columns of `projects.rules.ts`. */
    taskCollectionId: idSchema,
    projectCollectionId: idSchema,
    /** One record for each user of the team, for assigning tasks. */
    memberCollectionId: idSchema,
    /** Custom lists, which the team may change. */
    taskStatusListId: idSchema,
    taskPriorityListId: idSchema,
    projectStatusListId: idSchema,
    /** The caller's record in the member collection. */
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
    summary: 'The collections of projects and tasks',
    params: teamParams,
    response: z.object({
      /** Null until they are prepared for the first time. */
      projects: projectsSchema.nullable(),
      /** False when they must be prepared: collections are missing, or the member records differ from the users. */
      isCurrent: z.boolean(),
    }),
  }),
  prepare: endpoint({
    method: 'POST',
    path: '/teams/:teamId/projects',
    access: 'teamUser',
    changes: ['collections', 'records'],
    summary:
      'Create missing collections of projects and tasks, and synchronize the member records with the users',
    params: teamParams,
    response: projectsSchema,
  }),
}
