/** What a dry run would have done, from the events that its rolled back transaction wrote. */

import { isEmptyInput } from '@muster/contract/fields/parsed'
import type { Outcome } from '@muster/contract/wizards/runs.schema'
import { tasksOf } from '@muster/contract/wizards/scope'
import { accessOf } from '../../../engine/public.ts'
import { ident, rows, sql } from '../../../platform/db.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import type { ActiveRun } from './active-run.ts'
import { readRecordNames } from './record-names.ts'
import { readRecords } from './records.ts'
import { readerOf } from './run-access.ts'

type Would = NonNullable<Outcome['would']>

/** Records that are listed; more are only counted by the operation. */
const mostListed = 200

/** With what the person who tries the wizard may read in every record, whatever the wizard itself may. */
export async function wouldChange(run: ActiveRun): Promise<Would> {
  const { model, client, knownOperationId, teamUser } = run
  if (knownOperationId === null || !teamUser) return []
  const found = await rows<Changed>(
    client,
    sql`select l.record_id as id, l.type, r.data_collection_id as home, l.before, l.after
        from ${ident(model.schema, 'log_event')} l join ${ident(model.schema, 'data_record')} r on r.id = l.record_id
        where l.operation_id = ${knownOperationId} order by l.record_id limit ${mostListed}`,
  )
  const names = await readRecordNames(client, model, teamUser, found)
  const made = await valuesOfCreated(
    run,
    found.filter(({ type }) => type === 'created'),
  )
  return found.map(({ id, type, home, before, after }) => ({
    type,
    dataCollectionId: home,
    name: names.get(id) ?? '',
    changes: changesOf(run, teamUser, home, before, after ?? made.get(id) ?? {}),
  }))
}

interface Changed {
  id: number
  type: Would[number]['type']
  home: number
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

function changesOf(
  run: ActiveRun,
  teamUser: TeamUser,
  home: number,
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): Would[number]['changes'] {
  const fields = accessOf(run.model, teamUser, home)?.fields
  return Object.keys(after).flatMap((column) => {
    const access = fields?.get(column)
    const field = access?.read === 'all' ? access.field : undefined
    if (!field || (before === null && isEmptyInput(after[column]))) return []
    const title = field.titleTranslations[run.language] || field.title
    return [{ title, before: before?.[column] ?? null, after: after[column] ?? null }]
  })
}

/** The log keeps no values of new records: they are read while they exist, those that the wizard's tasks name. */
async function valuesOfCreated(
  run: ActiveRun,
  created: readonly { id: number; home: number }[],
): Promise<Map<number, Record<string, unknown>>> {
  const named = new Set(
    tasksOf(run.version.definition).flatMap(({ settings }) =>
      ((settings.fields as { dataFieldId: number }[] | undefined) ?? []).map(
        ({ dataFieldId }) => dataFieldId,
      ),
    ),
  )
  const values = new Map<number, Record<string, unknown>>()
  for (const home of new Set(created.map((record) => record.home))) {
    const fields = (run.env.fieldsOf(home) ?? []).filter(({ id }) => named.has(id))
    const ids = created.filter((record) => record.home === home).map(({ id }) => id)
    const caller = readerOf(
      run,
      home,
      fields.map(({ id }) => id),
    )
    const columns = fields.map(({ columnName }) => columnName)
    for (const record of (await readRecords(run, caller, home, ids, columns)).items)
      values.set(record.id, record.values)
  }
  return values
}
