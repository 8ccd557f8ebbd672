/** Maps: the background that the operator configured. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { teamParams } from '../paging.ts'

export const mapSettingsSchema = z
  .object({
    /** Raster tiles over the built-in world map, if the operator configured a source. */
    tiles: z
      .object({
        /** URL template with {z}, {x} and {y}. */
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
    summary: 'The background of maps',
    params: teamParams,
    response: mapSettingsSchema,
  }),
  publicSettings: endpoint({
    method: 'GET',
    path: '/public/mapSettings',
    access: 'public',
    reads: [],
    summary: 'The background of maps on public pages',
    response: mapSettingsSchema,
  }),
}
