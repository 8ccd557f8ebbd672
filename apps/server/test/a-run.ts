/** A running background operation of a world's administrator. */
import { beginOperationRun, insertOperation, type OfOperation, operationRun } from '../src/engine/public.ts'
import { transaction } from '../src/platform/db.ts'
import type { TestWorld } from './a-world.ts'
import type { TestDeps } from './test-deps.ts'

/** @param total number of records that the operation will process */
export async function anOperationRun(deps: TestDeps, world: TestWorld, total = 10): Promise<OfOperation> {
  const { schema, admin } = world.team
  const model = await world.model()
  const id = await transaction(deps.pool, async (client) => {
    const context = { model, caller: admin.teamUser, executor: client }
    const operationId = await insertOperation(context, 'update_records')
    await beginOperationRun(client, schema, operationId, total)
    return operationId
  })
  return operationRun(schema, id)
}
