/** The job of one search: its progress is visible while it runs, its result only on commit. */

import { Cancelled, type Run, scopeOf, treeContext } from '../../engine/public.ts'
import { rawSql, run, transaction } from '../../platform/db.ts'
import { checkRules } from './keys.ts'
import { scanDuplicates } from './scan.ts'
import type { Work } from './work.ts'

/** @throws AppError if the caller has lost access; Cancelled */
export async function findAll({ deps, model, scan, caller, onProgress }: Work, search: Run): Promise<void> {
  const tree = treeContext({ model, caller }, scan.dataCollectionId)
  checkRules(tree.access, scan.rules)
  await transaction(deps.pool, async (client) => {
    await run(client, rawSql('set local statement_timeout = 0'))
    await run(client, rawSql(`set local work_mem = '64MB'`))
    const found = await scanDuplicates({
      client,
      scope: scopeOf(tree),
      scanId: scan.id,
      body: scan,
      onProgress,
    })
    const counts = { group_count: found.groups, record_count: found.records }
    if (!(await search.apply(client, 'finish', counts))) throw new Cancelled()
  })
}
