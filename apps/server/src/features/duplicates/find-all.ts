/** One search as a job: its progress is seen by others, its result all at once. */
import { AppError } from '@muster/contract/errors'
import { fixed, run, transaction } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { callerOf } from '../auth/authenticator.ts'
import { accessTo } from '../records/access.ts'
import { scopeOf } from '../records/query/scope.ts'
import { Cancelled } from './cancelled.ts'
import { findScan, finishScan, noteScanned, startScan } from './duplicates.repo.ts'
import { checkRules } from './keys.ts'
import { scanDuplicates } from './scan.ts'

/** @throws AppError what the caller may not see any more; Cancelled */
export async function findAll(
  deps: Deps,
  teamId: number,
  scanId: number,
  signal: AbortSignal,
): Promise<void> {
  const model = await deps.models.get(teamId)
  const { schema } = model
  if (!(await startScan(deps.pool, schema, scanId))) return
  const scan = await findScan(deps.pool, schema, scanId)
  const caller = scan && (await callerOf(deps.pool, teamId, scan.teamUserId))
  if (!caller) throw new AppError('access_denied')
  const access = accessTo(model, caller, scan.dataCollectionId)
  checkRules(access, scan.rules)
  await transaction(deps.pool, async (client) => {
    await run(client, fixed('set local statement_timeout = 0'))
    await run(client, fixed(`set local work_mem = '64MB'`))
    const found = await scanDuplicates({
      client,
      scope: scopeOf(model, caller, access),
      scanId,
      body: scan,
      async onProgress(processed, total) {
        signal.throwIfAborted()
        if (!(await noteScanned(deps.pool, schema, scanId, processed, total))) throw new Cancelled()
      },
    })
    if (!(await finishScan(client, schema, scanId, found))) throw new Cancelled()
  })
}
