/** Records as points on a map. */
import { z } from 'zod'
import { idSchema } from '../../paging.ts'
import { viewType } from './definition.ts'

export const map = viewType({
  settings: { mapLocationDataFieldId: idSchema.nullable() },
  defaults: { mapLocationDataFieldId: null },
  options: {
    /** The list of its records beside it. */
    showListBesideMap: z.boolean().default(true),
    /** Where it opens; null shows all its points. */
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
