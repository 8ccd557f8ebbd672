/** Shared setup and helpers for tests of complete imports. */

import { collectionsApi } from '@muster/contract/collections/collections.api'
import { exportsApi } from '@muster/contract/exports/exports.api'
import { importsApi } from '@muster/contract/imports/imports.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { importer } from '../../../test/importing.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { addFields, type NewField } from '../../engine/model/add-fields.ts'
import { changeModel } from '../../engine/model/change-model.ts'
import { undoRegistry } from '../../undo.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { exportsRoutes } from '../exports/exports.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { importsRoutes } from './imports.routes.ts'

export let deps: TestDeps
export let app: FastifyInstance
export let world: TestWorld
export let admin: Client
export let files: ReturnType<typeof importer>

/** Call once per test file. */
export function withApp() {
  beforeAll(async () => {
    deps = await testDeps()
    app = await testApp(deps, (bindTo) => {
      bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
      bindTo(recordsApi, recordsRoutes(deps))
      bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
      bindTo(importsApi, importsRoutes(deps))
      bindTo(exportsApi, exportsRoutes(deps))
    })
  })
  beforeAll(async () => {
    world = await aWorld(deps)
    admin = clientOf(app, world.team.admin)
    files = importer(deps, admin, world.team.teamId)
  })
  afterAll(async () => {
    await app?.close()
    await deps?.close()
  })
}

/** Creates a collection with a name and these fields. */
export async function aCollection(name: string, fields: NewField[], more: object = {}): Promise<number> {
  const { id } = await admin.ok(collectionsApi.create, {
    params: { teamId: world.team.teamId },
    body: { name, pluralName: `${name}s`, ...more },
  })
  await changeModel(deps, world.team.teamId, (change) => addFields(change, id, fields))
  return id
}

export const field = (
  columnName: string,
  dataType: NewField['dataType'],
  more: Partial<NewField> = {},
): NewField => ({
  title: columnName,
  columnName,
  dataType,
  ...more,
})

export const upsert = { mode: 'createAndUpdate', matchBy: ['email'] } as const
