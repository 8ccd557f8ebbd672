/** Merges many groups: each into its oldest record, all or none, in one operation. */

import { maxMerged } from '@muster/contract/duplicates/duplicates.schema'
import { AppError } from '@muster/contract/errors'
import { livingRows, rowsToSql, tables } from '../../engine/public.sql.ts'
import {
  Cancelled,
  homeContext,
  insertOperation,
  lockRecords,
  type Run,
  type Scope,
  scopeOf,
} from '../../engine/public.ts'
import { ident, one, rawSql, run, type Sql, sql, transaction } from '../../platform/db.ts'
import { markMerged, openGroups } from './groups.repo.ts'
import { createMemberTable, finishMerge, mergeMembers, notifyMerged } from './merge.ts'
import type { Work } from './work.ts'

const batchSize = 1000

/** @throws AppError if the caller has lost a right; Cancelled */
export async function mergeMany(work: Work, merging: Run): Promise<void> {
  const { deps, model, scan, caller, onProgress } = work
  const { schema } = model
  const scanId = scan.id
  if (!scan.mergeGroups) throw new AppError('access_denied')
  const wanted = await openGroups(deps.pool, schema, scanId, scan.mergeGroups)
  const tree = homeContext({ model, caller }, scan.dataCollectionId)
  const scope = scopeOf(tree)
  const merged = await transaction(deps.pool, async (client) => {
    await run(client, rawSql('set local statement_timeout = 0'))
    await createMemberTable(client)
    const context = { ...tree, executor: client }
    const operationId = await insertOperation(context, 'merge_records')
    let count = 0
    for (let at = 0; at < wanted.length; at += batchSize) {
      await onProgress(at, wanted.length)
      const batch = wanted.slice(at, at + batchSize)
      const members = sql`${ident(schema, 'duplicate_member')} m where m.scan_id = ${scanId} and m.n = any(${batch}::int[])`
      await lockRecords(client, model, sql`select m.record_id from ${members}`)
      await run(client, rawSql('truncate merge_member'))
      await run(client, unchangedGroups(scope, members))
      const groups = await one<{ n: number }>(
        client,
        rawSql('select count(distinct survivor_id) as n from merge_member'),
      )
      count += groups?.n ?? 0
      if (groups?.n) await mergeMembers({ ...context, operationId })
    }
    if (count > 0) await markMerged(client, schema, operationId)
    else await run(client, sql`delete from ${ident(schema, 'operation')} where id = ${operationId}`)
    const outcome = {
      merged_groups: count,
      skipped_groups: wanted.length - count,
      merge_operation_id: count > 0 ? operationId : null,
    }
    const result = count > 0 ? await finishMerge(client, model, operationId) : null
    if (!(await merging.apply(client, 'finish', outcome))) throw new Cancelled()
    return result
  })
  if (merged) notifyMerged(deps, model, merged)
}

/** Selects the groups whose records are all unchanged since the search and may be merged by the caller. */
function unchangedGroups(scope: Scope, members: Sql): Sql {
  const id = ident(scope.recordAlias, 'id')
  const may = sql`${rowsToSql(scope.access.deletable, scope)} and ${rowsToSql(scope.access.updatable, scope)}`
  return sql`insert into merge_member
    select first, record_id from (
      select m.record_id, min(m.record_id) over whole as first, count(*) over whole as size,
        bool_and(coalesce(s.is_good, false)) over whole as is_good
      from (select m.n, m.record_id, m.version from ${members}) m
        left join lateral (
          select ${ident(scope.recordAlias, 'version')} = m.version and ${may} as is_good
          from ${tables(scope)} where ${id} = m.record_id and ${livingRows(scope)}) s on true
      window whole as (partition by m.n)) g
    where is_good and size between 2 and ${rawSql(String(maxMerged))}`
}
