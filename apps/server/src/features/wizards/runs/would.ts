/** What a dry run would have done, from the events that its rolled back transaction wrote. */
import type { Outcome } from '@muster/contract/wizards/runs.schema'
import { ident, rows, sql } from '../../../platform/db.ts'
import type { ActiveRun } from './active-run.ts'

type Would = NonNullable<Outcome['would']>

/** Records that are listed; more are only counted by the operation. */
const mostListed = 200

/** Those who may try a wizard read what it does with the rights under which it does it. */
export async function wouldChange(run: ActiveRun): Promise<Would> {
  const { model, client, knownOperationId } = run
  if (knownOperationId === null) return []
  const found = await rows<{
    type: Would[number]['type']
    home: number
    name: string
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  }>(
    client,
    sql`select l.type, r.data_collection_id as home, r.name, l.before, l.after
        from ${ident(model.schema, 'log_event')} l join ${ident(model.schema, 'data_record')} r on r.id = l.record_id
        where l.operation_id = ${knownOperationId} order by l.record_id limit ${mostListed}`,
  )
  return found.map(({ type, home, name, before, after }) => ({
    type,
    dataCollectionId: home,
    name,
    changes: Object.keys(after ?? {}).flatMap((column) => {
      const field = model.collections.get(home)?.fieldsByColumn.get(column)
      if (!field) return []
      const title = field.titleTranslations[run.language] || field.title
      return [{ title, before: before?.[column] ?? null, after: after?.[column] ?? null }]
    }),
  }))
}
