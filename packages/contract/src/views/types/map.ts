/** Records as points on a map. */
import { z } from 'zod'
import { idSchema } from '../../paging.ts'
import { viewType } from './definition.ts'

export const map = viewType({
  settings: { mapLocationDataFieldId: idSchema.nullable() },
  defaults: { mapLocationDataFieldId: null },
  options: {
    /** Whether to show the list of records next to the map. */
    showListBesideMap: z.boolean().default(true),
    /** Initial position; null fits all points. */
    mapStart: z
      .strictObject({
        lat: z.number().min(-90).max(90),
        lng: z.number().min(-180).max(180),
        zoom: z.number().min(0).max(22),
      })
      .nullable()
      .default(null),
  },
  fieldKinds: { mapLocationDataFieldId: ['physical_address'] },
  neededField: 'mapLocationDataFieldId',
  reads: 'places',
  hasGroups: false,
})
