/** What runs keep on people whose records are erased or emptied. */
import { wizardRunTransitions } from '@muster/contract/wizards/wizards.machine'
import type { TeamModel } from '../../engine/public.ts'
import { ident, rows, run, sql, type Transaction } from '../../platform/db.ts'
import { addEvents } from './runs/runs.repo.ts'

/**
 * Ends the runs that are bound to these records, or that have created them, and deletes what was typed in them. Locks
 * runs before records, as their answers do.
 *
 * @returns ids of the files that visitors uploaded in these runs
 */
export async function forgetInRuns(
  client: Transaction,
  { schema }: TeamModel,
  recordIds: readonly number[],
): Promise<string[]> {
  const wizardRun = ident(schema, 'wizard_run')
  const { from, to } = wizardRunTransitions.cancel
  const found = await rows<{ id: number; isOpen: boolean }>(
    client,
    sql`select id, state = any(${from}::text[]) as "isOpen" from ${wizardRun}
        where bound_record_id = any(${recordIds}::bigint[]) or operation_id in (
          select operation_id from ${ident(schema, 'log_event')}
          where record_id = any(${recordIds}::bigint[]) and type = 'created')
        order by id for update`,
  )
  const ids = found.map(({ id }) => id)
  // A job still needs the variables of runs in the background; it forgets them when it is done.
  await run(
    client,
    sql`update ${wizardRun} set variables = '{}', answers = '{"done": [], "values": {}}', prefill = '{}'
        where id = any(${ids}::bigint[]) and state <> 'background'`,
  )
  const open = found.filter(({ isOpen }) => isOpen).map(({ id }) => id)
  await run(
    client,
    sql`update ${wizardRun} set state = ${to}, updated_at = now(), ended_at = now() where id = any(${open}::bigint[])`,
  )
  for (const id of open) await addEvents(client, schema, id, [{ kind: 'ended', detail: { state: to } }])
  // What dry runs would have changed is kept with its values, for whoever tried them; they can be tried again.
  await run(
    client,
    sql`update ${wizardRun} set outcome = jsonb_set(outcome, '{would}', '[]')
        where is_dry and jsonb_typeof(outcome -> 'would') = 'array'`,
  )
  await run(
    client,
    sql`delete from ${ident(schema, 'wizard_verification')} where record_ids && ${recordIds}::bigint[]`,
  )
  const files = await rows<{ id: string }>(
    client,
    sql`select id from ${ident(schema, 'file')}
        where owner ->> 'kind' = 'visitor' and (owner ->> 'id')::bigint = any(${ids}::bigint[])`,
  )
  return files.map(({ id }) => id)
}
