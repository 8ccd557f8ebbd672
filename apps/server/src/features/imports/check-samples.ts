/** Sample rows for a check: created records, updated records with their changes, and new choices. */

import type { ImportCheck } from '@muster/contract/imports/imports.api'
import { nameSql, tables, textOf } from '../../engine/public.sql.ts'
import { scopeOf } from '../../engine/public.ts'
import { ident, join, rawSql, rows, sql } from '../../platform/db.ts'
import type { StoredImport } from './imports.repo.ts'
import { createdRecords } from './links.ts'
import { changes, isNew, type Plan, type Planning } from './plan.ts'
import { numbered } from './rejects.ts'
import { cellOf } from './staging.ts'

const maxSamples = rawSql('20')
const maxNames = rawSql('50')
const maxCell = rawSql('200')

export async function checkSamples(
  planning: Planning,
  plan: Plan,
  stored: StoredImport,
): Promise<Pick<ImportCheck, 'createSamples' | 'updateSamples' | 'choiceSamples'>> {
  return {
    createSamples: planning.choices.mode === 'update' ? [] : await created(planning, stored),
    updateSamples: planning.choices.mode === 'create' ? [] : await updated(planning, plan, stored),
    choiceSamples: await createdChoices(planning, stored),
  }
}

function created({ executor }: Planning, { columns, hasHeader }: StoredImport) {
  const cells = columns.map(({ index }) => sql`left(coalesce(${cellOf(index)}, ''), ${maxCell})`)
  return rows<ImportCheck['createSamples'][number]>(
    executor,
    sql`select s.line, array[${join(cells)}]::text[] as cells from ${numbered(hasHeader)} s
        where ${isNew} order by s.record_id limit ${maxSamples}`,
  )
}

/** Previous values as text, and the cells of the file. */
async function updated(
  { executor, model, home }: Planning,
  { real }: Plan,
  { hasHeader }: StoredImport,
): Promise<ImportCheck['updateSamples']> {
  const scope = scopeOf(home)
  const fieldsOf = real.map(({ field, index }) => ({
    key: field.columnName,
    before: textOf(field, { ...scope, model }),
    after: cellOf(index),
  }))
  const texts = fieldsOf.flatMap(({ before, after }) => [
    sql`left(coalesce(${before}, ''), ${maxCell})`,
    sql`left(coalesce(${after}, ''), ${maxCell})`,
  ])
  const found = await rows<{
    line: number
    recordId: number
    name: string
    keys: string[]
    texts: string[]
  }>(
    executor,
    sql`select s.line, c.target_id as "recordId", ${nameSql(scope)} as name,
          array(select jsonb_object_keys(coalesce(c.after, '{}'))) as keys,
          array[${texts.length > 0 ? join(texts) : rawSql('')}]::text[] as texts
        from (select * from ${changes} order by record_id limit ${maxSamples}) c
          join ${numbered(hasHeader)} s on s.record_id = c.record_id
          join ${tables(scope)} on ${ident(scope.recordAlias, 'id')} = c.target_id
        order by s.record_id`,
  )
  return found.map(({ line, recordId, name, keys, texts: values }) => ({
    line,
    recordId,
    name,
    changes: fieldsOf.flatMap(({ key }, n) =>
      keys.includes(key)
        ? [{ columnName: key, before: values[2 * n] ?? '', after: values[2 * n + 1] ?? '' }]
        : [],
    ),
  }))
}

async function createdChoices({ executor }: Planning, { columns }: StoredImport) {
  const found = await rows<{ c: number; name: string }>(
    executor,
    sql`select c, name from ${createdRecords} order by c, name limit ${maxNames}`,
  )
  return found.map(({ c, name }) => ({ column: columns[c]?.header ?? '', name }))
}
