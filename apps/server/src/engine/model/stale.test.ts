/** Tables that another process changed a moment ago cause no error. */
import { recordsApi } from '@muster/contract/records/records.api'
import { expect, it } from 'vitest'
import { admin, deps, inAnApp, withWorld, world } from '../../../test/in-a-world.ts'
import { recordsRoutes } from '../../features/records/records.routes.ts'

inAnApp((deps) => (bindTo) => bindTo(recordsApi, recordsRoutes(deps)))
withWorld()

/** As another process does it, but for its word, which is still under way. */
async function dropQuietly(column: string): Promise<void> {
  await deps.pool.query(
    `alter table "${world.team.schema}".persons drop column "${column}";
     update muster.data_field set deleted_at = now() where team_id = ${world.team.teamId} and column_name = '${column}';
     update muster.team set model_version = model_version + 1 where id = ${world.team.teamId}`,
  )
}

it('is read and written by the tables as they are', async () => {
  const params = { teamId: world.team.teamId, dataCollectionId: world.people }
  const create = (values: Record<string, unknown>) =>
    admin.ok(recordsApi.create, { params, body: { values } })
  const { record } = await create({ name: 'Ana', weight: 3 })
  await dropQuietly('weight')
  const page = await admin.ok(recordsApi.query, { params, body: {} })
  expect(page.items[0]?.values).not.toHaveProperty('weight')

  await world.model()
  await dropQuietly('born')
  await create({ name: 'Ben' })
  await dropQuietly('seen_at')
  const one = { params: { teamId: params.teamId, dataRecordId: record.id } }
  expect(await admin.ok(recordsApi.update, { ...one, body: { values: { score: 8 } } })).toMatchObject({
    record: { values: { score: 8 } },
  })
})

it('is still an error where the model is not old', async () => {
  await deps.pool.query(`alter table "${world.team.schema}".persons drop column "score" cascade`)
  const params = { teamId: world.team.teamId, dataCollectionId: world.people }
  expect(await admin.call(recordsApi.query, { params, body: {} })).toMatchObject({ status: 500 })
})
