/** The record that a team keeps of one of its users, for tasks: it gets another name, as its history does. */
import { memberColumns } from '@muster/contract/projects/projects.rules'
import { refreshRecords } from '../../engine/public.design.ts'
import type { TeamModel } from '../../engine/public.ts'
import { ident, rows, run, sql, type Transaction } from '../../platform/db.ts'
import { emptyHistory } from './anonymise.service.ts'
import { forgetWords, referringRecords, refreshReferring, wordsOf } from './traces.sql.ts'

export async function forgetMember(
  client: Transaction,
  model: TeamModel,
  teamUserId: number,
  name: string,
): Promise<void> {
  const members = [...model.collections.values()].find(
    ({ isInternalConfiguration, representsPeople, fieldsByColumn }) =>
      isInternalConfiguration && representsPeople && fieldsByColumn.has(memberColumns.teamUser),
  )
  const nameField = members?.fieldsByColumn.get(memberColumns.name)
  if (!members || !nameField) return
  const table = ident(model.schema, members.tableName)
  const found = await rows<{ id: number }>(
    client,
    sql`select record_id as id from ${table} where ${ident(memberColumns.teamUser)} = ${teamUserId}`,
  )
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return
  const words = await wordsOf(client, model, ids)
  await run(
    client,
    sql`update ${table} set ${ident(nameField.columnName)} = ${name} where record_id = any(${ids}::bigint[])`,
  )
  await emptyHistory(client, model, [nameField], ids)
  await refreshRecords(client, model, members.id, ids)
  const referring = await referringRecords(client, model, members.id, ids)
  const { oldNames } = await refreshReferring(client, model, referring)
  await forgetWords(client, model, words, oldNames)
}
