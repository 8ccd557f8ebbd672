/** Shared setup and helpers for tests of views. */

import { collectionsApi } from '@muster/contract/collections/collections.api'
import { filesApi } from '@muster/contract/files/files.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { createViewBody } from '@muster/contract/views/views.schema'
import type { z } from 'zod'
import { admin, inAnApp, people, team, world } from '../../../test/in-a-world.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { filesRoutes } from '../files/files.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { viewsRoutes } from './views.routes.ts'

/** Call once per test file. */
export const withApp = () =>
  inAnApp((deps) => (bindTo) => {
    bindTo(viewsApi, viewsRoutes(deps))
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
    bindTo(filesApi, filesRoutes(deps))
  })

export type Create = Partial<z.input<typeof createViewBody>>
export const at = (dataViewId: number) => ({ ...team(), dataViewId })
export const shown = (...columns: string[]) => columns.map((column) => ({ dataFieldId: people[column]! }))

let names = 0
/** A list of people with a unique name, overridden by `body`. */
export const bodyOf = (body: Create): z.input<typeof createViewBody> => ({
  dataCollectionId: world.people,
  type: 'list',
  internalName: `View ${++names}`,
  recordNameDataFieldId: people.name!,
  ...body,
})
export const create = (body: Create, as = admin) =>
  as.ok(viewsApi.create, { params: team(), body: bodyOf(body) })
