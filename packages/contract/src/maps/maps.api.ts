/** Maps: what the operator chose to draw them on. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { teamParams } from '../paging.ts'

export const mapSettingsSchema = z
  .object({
    /** Raster tiles over the built-in world, where the operator has a source of them. */
    tiles: z
      .object({
        /** With {z}, {x} and {y}. */
        url: z.string(),
        attribution: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'MapSettings' })

export const mapsApi = {
  settings: endpoint({
    method: 'GET',
    path: '/teams/:teamId/mapSettings',
    access: 'teamUser',
    reads: [],
    summary: 'What maps are drawn on',
    params: teamParams,
    response: mapSettingsSchema,
  }),
  publicSettings: endpoint({
    method: 'GET',
    path: '/public/mapSettings',
    access: 'public',
    reads: [],
    summary: 'What maps are drawn on, for pages that need no sign-in',
    response: mapSettingsSchema,
  }),
}
