/** What the tests of views have in common: a world with an app, and short words for what they ask of it. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { filesApi } from '@muster/contract/files/files.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { createViewBody } from '@muster/contract/views/views.schema'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { z } from 'zod'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { filesRoutes } from '../files/files.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { viewsRoutes } from './views.routes.ts'

export let deps: TestDeps
export let visitor: Client
export let world: TestWorld
export let admin: Client
export let member: Client
/** Ids of fields of people by column. */
export let people: Record<string, number>

/** To be called once in a test file. */
export function withApp() {
  let app: FastifyInstance | undefined
  beforeAll(async () => {
    deps = await testDeps()
    app = await testApp(deps, (bindTo) => {
      bindTo(viewsApi, viewsRoutes(deps))
      bindTo(recordsApi, recordsRoutes(deps))
      bindTo(collectionsApi, collectionsRoutes(deps))
      bindTo(filesApi, filesRoutes(deps))
    })
    visitor = clientOf(app)
  })
  afterAll(async () => {
    await app?.close()
    await deps?.close()
  })
}

/** A fresh one for the tests of a `describe`, or of the file. */
export function withWorld() {
  beforeAll(async () => {
    world = await aWorld(deps)
    admin = visitor.as(world.team.admin)
    member = visitor.as(world.team.member)
    people = await world.fieldIds(world.people)
  })
}

export type Create = Partial<z.input<typeof createViewBody>>
export const team = () => ({ teamId: world.team.teamId })
export const at = (dataViewId: number) => ({ ...team(), dataViewId })
export const shown = (...columns: string[]) => columns.map((column) => ({ dataFieldId: people[column]! }))

let names = 0
/** A list of people with a name of its own, but for what `body` says. */
export const bodyOf = (body: Create): z.input<typeof createViewBody> => ({
  dataCollectionId: world.people,
  type: 'list',
  internalName: `View ${++names}`,
  recordNameDataFieldId: people.name!,
  ...body,
})
export const create = (body: Create, as = admin) =>
  as.ok(viewsApi.create, { params: team(), body: bodyOf(body) })
