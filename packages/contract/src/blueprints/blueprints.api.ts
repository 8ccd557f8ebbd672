/** Collections made from the design of others. */
import { z } from 'zod'
import { dataCollectionSchema } from '../collections/collections.schema.ts'
import { endpoint } from '../endpoint.ts'
import { teamParams } from '../paging.ts'
import {
  blueprintDetailSchema,
  blueprintParams,
  blueprintSchema,
  createFromBlueprintBody,
} from './blueprints.schema.ts'

const one = '/teams/:teamId/blueprints/:sourceTeamId/:dataCollectionId' as const
const access = 'team_admin_data_collections'

export const blueprintsApi = {
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/blueprints',
    access,
    reads: ['blueprints'],
    summary: 'Designs to make a collection from: those of the team, and those that are offered to every team',
    params: teamParams,
    response: z.object({ items: z.array(blueprintSchema) }),
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    access,
    reads: ['blueprints'],
    summary: 'What a design would bring: fields, lists, links, cards and card groups',
    params: blueprintParams,
    response: blueprintDetailSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: one,
    access,
    changes: ['collections', 'views', 'cards'],
    summary: 'Make a collection from a design',
    params: blueprintParams,
    body: createFromBlueprintBody,
    response: dataCollectionSchema,
    errors: ['name_taken', 'validation_failed'],
  }),
}
