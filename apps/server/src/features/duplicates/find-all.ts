/** One search as a job: its progress is seen by others, its result all at once. */

import { accessTo, type Deps, scopeOf } from '../../engine/public.ts'
import { rawSql, run, transaction } from '../../platform/db.ts'
import { Cancelled } from './cancelled.ts'
import { finishScan } from './duplicates.repo.ts'
import { checkRules } from './keys.ts'
import { scanDuplicates } from './scan.ts'
import { beginWork } from './work.ts'

/** @throws AppError what the caller may not see any more; Cancelled */
export async function findAll(
  deps: Deps,
  teamId: number,
  scanId: number,
  signal: AbortSignal,
): Promise<void> {
  const begun = await beginWork(deps, 'search', teamId, scanId, signal)
  if (!begun) return
  const { model, scan, caller, onProgress } = begun
  const access = accessTo(model, caller, scan.dataCollectionId)
  checkRules(access, scan.rules)
  await transaction(deps.pool, async (client) => {
    await run(client, rawSql('set local statement_timeout = 0'))
    await run(client, rawSql(`set local work_mem = '64MB'`))
    const found = await scanDuplicates({
      client,
      scope: scopeOf(model, caller, access),
      scanId,
      body: scan,
      onProgress,
    })
    if (!(await finishScan(client, model.schema, scanId, found))) throw new Cancelled()
  })
}
