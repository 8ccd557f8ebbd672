/** A running operation of a world's administrator, as a job would find it. */
import { beginOperationRun, insertOperation, type OfOperation, operationRun } from '../src/engine/public.ts'
import { transaction } from '../src/platform/db.ts'
import type { TestWorld } from './a-world.ts'
import type { TestDeps } from './test-deps.ts'

/** @param total records that it will process */
export async function anOperationRun(deps: TestDeps, world: TestWorld, total = 10): Promise<OfOperation> {
  const { schema, admin } = world.team
  const model = await world.model()
  const id = await transaction(deps.pool, async (client) => {
    const context = { model, caller: admin.teamUser, executor: client }
    const made = await insertOperation(context, 'update_records')
    await beginOperationRun(client, schema, made, total)
    return made
  })
  return operationRun(schema, id)
}
