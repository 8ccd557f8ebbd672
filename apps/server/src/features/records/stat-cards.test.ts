/** The dashboard's comparison with last month counts the records of that time that the caller sees. */
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { ident, run, sql } from '../../platform/db.ts'
import { recordsRoutes } from './records.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => bindTo(recordsApi, recordsRoutes(deps)))
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

const teamOf = () => ({ params: { teamId: world.team.teamId } })
const cards = async (client = admin) => (await client.ok(recordsApi.statCards, teamOf())).records

/**
 * Moves its creation or deletion to `by` before the same day and time of last month, or after if negative.
 */
async function moveBack(recordId: number, column: 'created_at' | 'deleted_at', by: string): Promise<void> {
  const zone = 'America/New_York'
  await run(
    deps.pool,
    sql`update ${ident(world.team.schema, 'data_record')}
        set ${ident(column)} = (now() at time zone ${zone} - interval '1 month' - ${by}::interval) at time zone ${zone}
        where id = ${recordId}`,
  )
}

it('counts records that existed a month ago, even if deleted since, if the caller sees them', async () => {
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
  // Four places, none of them a month old; list items are not counted.
  expect(await cards()).toEqual({ now: 4, lastMonth: 0 })
  const { created } = await admin.ok(recordsApi.bulk, {
    params: { teamId: world.team.teamId, dataCollectionId: world.people },
    body: { create: ['Ana', 'Bo', 'Cy', 'Di'].map((name) => ({ values: { name } })) },
  })
  const [ana, bo, cy, di] = created as [number, number, number, number]
  // More than a change of daylight saving and the duration of this test.
  for (const id of [ana, bo, cy]) await moveBack(id, 'created_at', '2 hours')
  await moveBack(di, 'created_at', '-2 hours')
  await moveBack(world.placeIds[0] as number, 'created_at', '3 days')
  expect(await cards()).toEqual({ now: 8, lastMonth: 4 })
  for (const id of [bo, cy]) {
    await admin.ok(recordsApi.remove, { params: { teamId: world.team.teamId, dataRecordId: id } })
  }
  expect(await cards()).toEqual({ now: 6, lastMonth: 4 })
  await moveBack(cy, 'deleted_at', '2 hours')
  expect(await cards()).toEqual({ now: 6, lastMonth: 3 })

  // With a row rule: people named Ana, Bo or Di, and no places.
  await world.team.setMemberGrants([])
  const rowFilter = { or: ['Ana', 'Bo', 'Di'].map((value) => ({ field: 'name', op: 'is', value })) }
  const clerk = await world.team.user({
    grants: [{ permission: 'read_data_field_data', dataCollectionId: world.people, rowFilter }],
  })
  expect(await cards(clientOf(app, clerk))).toEqual({ now: 2, lastMonth: 2 })
  const nobody = await world.team.user({ grants: [] })
  expect(await cards(clientOf(app, nobody))).toEqual({ now: 0, lastMonth: 0 })
})
