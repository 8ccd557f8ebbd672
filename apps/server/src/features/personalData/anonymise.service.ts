/** Empties fields of a person's record and of its history, so that what is left identifies nobody. */
import { AppError, type FieldError } from '@muster/contract/errors'
import { linkTableName, refreshRecords } from '../../engine/public.design.ts'
import { isLinks, jsonObject, jsonOf, writtenColumns } from '../../engine/public.sql.ts'
import type { CollectionModel, Deps, FieldModel, TeamModel } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { ident, join, rawSql, run, type Sql, sql, type Transaction, transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { removeContents, removeFiles } from '../files/public.ts'
import { forgetValuesInMessages } from '../messages/public.ts'
import { forgetInRuns } from '../wizards/public.ts'
import { removeCopies } from './copies.ts'
import { auditNameOf, findPerson, lockPerson } from './person.ts'
import {
  filesOf,
  forgetWords,
  keptByTypeChanges,
  referringRecords,
  refreshReferring,
  wordsOf,
} from './traces.sql.ts'

/**
 * @param columns of the fields to empty
 * @throws AppError not_found, validation_failed for a field that does not exist or that is never empty
 */
export async function anonymise(
  deps: Deps,
  teamUser: TeamUser,
  recordId: number,
  columns: readonly string[],
): Promise<void> {
  const { pool, live } = deps
  const { teamId } = teamUser
  const model = await deps.models.get(teamId)
  const { homeId, refreshed, ids } = await transaction(pool, async (client) => {
    await run(client, rawSql('set local statement_timeout = 0'))
    const { ids, detail, context } = await findPerson(client, model, teamUser, recordId)
    const { home } = context.access
    const fields = fieldsNamed(home, columns)
    const filesOfRuns = await forgetInRuns(client, model, ids)
    await lockPerson(client, model, ids)
    const words = await wordsOf(client, model, ids)
    const files = await filesOf(client, model, ids)
    await emptyFields(client, model, home, fields, ids)
    await emptyHistory(client, model, fields, ids)
    await forgetValuesInMessages(client, model, ids, fields)
    await refreshRecords(client, model, home.id, ids)
    await run(
      client,
      sql`update ${ident(model.schema, 'data_record')}
          set updated_at = now(), updated_by = ${teamUser.teamUserId}, named_at = now()
          where id = any(${ids}::bigint[])`,
    )
    const referring = await referringRecords(client, model, home.id, ids)
    const { refreshed, oldNames } = await refreshReferring(client, model, referring)
    await removeLostFiles(client, model, home, ids, [...files, ...filesOfRuns])
    await forgetWords(client, model, words, oldNames)
    await audit(client, {
      teamId,
      subject: 'data_record',
      subjectId: recordId,
      name: auditNameOf(model, detail),
      action: 'anonymised',
      after: { fields: fields.map(({ title }) => title) },
    })
    return { homeId: home.id, refreshed, ids }
  })
  live.recordsChanged(teamId, homeId, ids)
  for (const [home, others] of refreshed) live.recordsChanged(teamId, home, others)
  await removeCopies(deps, model, homeId)
  await removeContents(deps, model)
}

function fieldsNamed(home: CollectionModel, columns: readonly string[]): FieldModel[] {
  const errors: FieldError[] = []
  const fields = columns.flatMap((column, n) => {
    const field = home.fieldsByColumn.get(column)
    if (!field) errors.push({ path: `fields.${n}`, code: 'unknown_field' })
    else if (field.type.isAutomatic?.(field.settings)) errors.push({ path: `fields.${n}`, code: 'read_only' })
    else return [field]
    return []
  })
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
  return fields
}

/** Also empties what changes of the fields' types keep for their undo. */
async function emptyFields(
  client: Transaction,
  model: TeamModel,
  home: CollectionModel,
  fields: readonly FieldModel[],
  ids: readonly number[],
): Promise<void> {
  const kept = (await keptByTypeChanges(client, model)).filter(({ dataFieldId }) =>
    fields.some(({ id }) => id === dataFieldId),
  )
  const columns = [
    ...fields.filter((field) => !isLinks(field)).flatMap(writtenColumns),
    ...kept.flatMap((one) => one.columns),
  ]
  const links = [
    ...fields.filter(isLinks).map((field) => linkTableName(field)),
    ...kept.flatMap(({ linkTable }) => linkTable ?? []),
  ]
  if (columns.length > 0) {
    const sets = columns.map((name) => sql`${ident(name)} = null`)
    await run(
      client,
      sql`update ${ident(model.schema, home.tableName)} set ${join(sets)} where record_id = any(${ids}::bigint[])`,
    )
  }
  for (const table of links) {
    await run(client, sql`delete from ${ident(model.schema, table)} where from_id = any(${ids}::bigint[])`)
  }
}

export async function emptyHistory(
  client: Transaction,
  { schema }: TeamModel,
  fields: readonly FieldModel[],
  ids: readonly number[],
): Promise<void> {
  const columns = sql`${fields.map(({ columnName }) => columnName)}::text[]`
  await run(
    client,
    sql`update ${ident(schema, 'log_event')} set before = before - ${columns}, after = after - ${columns}
        where record_id = any(${ids}::bigint[]) and (before ?| ${columns} or after ?| ${columns})`,
  )
}

/** Removes files that neither the values nor the history of the records have any more. */
async function removeLostFiles(
  client: Transaction,
  model: TeamModel,
  home: CollectionModel,
  ids: readonly number[],
  files: readonly string[],
): Promise<void> {
  const place = { model, schema: model.schema, alias: 't' }
  const all = [...home.fields, ...home.deletedFields]
  const values = jsonObject(all.map((field): [string, Sql] => [field.columnName, jsonOf(field, place)]))
  await run(
    client,
    sql`delete from ${ident(model.schema, 'file_use')} u
        where u.record_id = any(${ids}::bigint[])
          and not exists (select from ${ident(model.schema, home.tableName)} t
            where t.record_id = u.record_id and strpos((${values})::text, u.file_id::text) > 0)
          and not exists (select from ${ident(model.schema, 'log_event')} l
            where l.record_id = u.record_id and strpos(concat(l.before, l.after), u.file_id::text) > 0)`,
  )
  await removeFiles(client, model, files)
}
