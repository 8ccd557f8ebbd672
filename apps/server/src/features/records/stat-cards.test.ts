/** The dashboard's comparison with last month counts what was there then, of what the caller sees. */
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

/** As if it had been made, or put in the trash, so long before the same day and time of last month (or after). */
async function moveBack(recordId: number, column: 'created_at' | 'deleted_at', by: string): Promise<void> {
  const zone = 'America/New_York'
  await run(
    deps.pool,
    sql`update ${ident(world.team.schema, 'data_record')}
        set ${ident(column)} = (now() at time zone ${zone} - interval '1 month' - ${by}::interval) at time zone ${zone}
        where id = ${recordId}`,
  )
}

it('counts what was there at this time last month, though it is in the trash now, and nobody sees more', async () => {
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
  // Four places; the choices of lists are not counted, nor is anything there for a month.
  expect(await cards()).toEqual({ now: 4, lastMonth: 0 })
  const { created } = await admin.ok(recordsApi.bulk, {
    params: { teamId: world.team.teamId, dataCollectionId: world.people },
    body: { create: ['Ana', 'Bo', 'Cy', 'Di'].map((name) => ({ values: { name } })) },
  })
  const [ana, bo, cy, di] = created as [number, number, number, number]
  // Further than clocks are put forward, and than it takes to get to the end of this test.
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

  // By a rule: people called Ana or Bo, and no places at all.
  await world.team.setMemberGrants([])
  const rowFilter = { or: ['Ana', 'Bo', 'Di'].map((value) => ({ field: 'name', op: 'is', value })) }
  const clerk = await world.team.user({
    grants: [{ permission: 'read_data_field_data', dataCollectionId: world.people, rowFilter }],
  })
  expect(await cards(clientOf(app, clerk))).toEqual({ now: 2, lastMonth: 2 })
  const nobody = await world.team.user({ grants: [] })
  expect(await cards(clientOf(app, nobody))).toEqual({ now: 0, lastMonth: 0 })
})
