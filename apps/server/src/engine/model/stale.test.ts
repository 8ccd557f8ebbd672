/** A request succeeds although another process has just changed the tables. */
import { recordsApi } from '@muster/contract/records/records.api'
import { expect, it } from 'vitest'
import { admin, deps, inAnApp, withWorld, world } from '../../../test/in-a-world.ts'
import { recordsRoutes } from '../../features/records/records.routes.ts'

inAnApp((deps) => (bindTo) => bindTo(recordsApi, recordsRoutes(deps)))
withWorld()

/** Changes the model like another process, without the notification, as if that were still on its way. */
async function dropWithoutNotify(column: string): Promise<void> {
  await deps.pool.query(
    `alter table "${world.team.schema}".persons drop column "${column}";
     update muster.data_field set deleted_at = now() where team_id = ${world.team.teamId} and column_name = '${column}';
     update muster.team set model_version = model_version + 1 where id = ${world.team.teamId}`,
  )
}

it('retries reads and writes with the current model', async () => {
  const params = { teamId: world.team.teamId, dataCollectionId: world.people }
  const create = (values: Record<string, unknown>) =>
    admin.ok(recordsApi.create, { params, body: { values } })
  const { record } = await create({ name: 'Ana', weight: 3 })
  await dropWithoutNotify('weight')
  const page = await admin.ok(recordsApi.query, { params, body: {} })
  expect(page.items[0]?.values).not.toHaveProperty('weight')

  await world.model()
  await dropWithoutNotify('born')
  await create({ name: 'Ben' })
  await dropWithoutNotify('seen_at')
  const one = { params: { teamId: params.teamId, dataRecordId: record.id } }
  expect(await admin.ok(recordsApi.update, { ...one, body: { values: { score: 8 } } })).toMatchObject({
    record: { values: { score: 8 } },
  })
})

it('fails if the model is current', async () => {
  await deps.pool.query(`alter table "${world.team.schema}".persons drop column "score" cascade`)
  const params = { teamId: world.team.teamId, dataCollectionId: world.people }
  expect(await admin.call(recordsApi.query, { params, body: {} })).toMatchObject({ status: 500 })
})
