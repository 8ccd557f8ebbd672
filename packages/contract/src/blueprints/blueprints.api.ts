/** Creating collections from blueprints. */
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

const blueprintPath = '/teams/:teamId/blueprints/:sourceTeamId/:dataCollectionId' as const
const access = 'team_admin_data_collections'

export const blueprintsApi = {
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/blueprints',
    access,
    reads: ['blueprints'],
    summary: 'Blueprints that the team can copy: its own, and those offered to every team',
    params: teamParams,
    response: z.object({ items: z.array(blueprintSchema) }),
  }),
  get: endpoint({
    method: 'GET',
    path: blueprintPath,
    access,
    reads: ['blueprints'],
    summary: 'What a blueprint contains: fields, lists, links, cards and card groups',
    params: blueprintParams,
    response: blueprintDetailSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: blueprintPath,
    access,
    changes: ['collections', 'views', 'cards'],
    summary: 'Create a collection from a blueprint',
    params: blueprintParams,
    body: createFromBlueprintBody,
    response: dataCollectionSchema,
    errors: ['name_taken', 'validation_failed'],
  }),
}
