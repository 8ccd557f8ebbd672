/** Shared by the tests of cards: an app, and short helpers for its endpoints. */

import { cardsApi } from '@muster/contract/cards/cards.api'
import type { createCardBody } from '@muster/contract/cards/cards.schema'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { z } from 'zod'
import type { Client } from '../../../test/client.ts'
import { admin, inAnApp, team, world } from '../../../test/in-a-world.ts'
import { undoRegistry } from '../../undo.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { cardsRoutes } from './cards.routes.ts'

/** Call it once in a test file. */
export const withApp = () =>
  inAnApp((deps) => (bindTo) => {
    bindTo(cardsApi, cardsRoutes(deps))
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
  })

export type Body = Partial<z.input<typeof createCardBody>>
export const shown = (...ids: (number | undefined)[]) =>
  ids.map((dataFieldId) => ({ dataFieldId: dataFieldId! }))
export const ids = (cards: readonly { dataFieldId: number }[]) => cards.map(({ dataFieldId }) => dataFieldId)

export const create = (body: Body) =>
  admin.ok(cardsApi.create, {
    params: team(),
    body: { dataCollectionId: world.people, title: 'A card', ...body },
  })
export const refusal = async (body: Body) => {
  const { code, errors } = await admin.refused(cardsApi.create, {
    params: team(),
    body: { dataCollectionId: world.people, title: 'A card', ...body },
  })
  return { code, errors: (errors ?? []).map(({ path, code }) => `${path} ${code}`) }
}
export const group = (name: string, dataCardIds: number[], dataCollectionId = world.people) =>
  admin.ok(cardsApi.createGroup, { params: team(), body: { dataCollectionId, name, dataCardIds } })

export const make = async (dataCollectionId: number, values: Record<string, unknown>) =>
  (await admin.ok(recordsApi.create, { params: { ...team(), dataCollectionId }, body: { values } })).record

export const page = (as: Client, dataRecordId: number, dataCardGroupId?: number) =>
  as.ok(cardsApi.page, { params: { ...team(), dataRecordId }, query: { dataCardGroupId } })

export const linked = (as: Client, dataCardId: number, dataRecordId: number, more: object = {}) =>
  as.ok(cardsApi.linkedRecords, { params: { ...team(), dataCardId }, body: { dataRecordId, ...more } })

export const link = (
  as: Client,
  dataCardId: number,
  body: { dataRecordId: number; add?: number[]; remove?: number[] },
) => as.ok(cardsApi.link, { params: { ...team(), dataCardId }, body })

export const names = ({ items }: { items: readonly { name: string }[] }) => items.map(({ name }) => name)
