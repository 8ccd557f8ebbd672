/** What messages keep on people whose records are erased or emptied, and what of it goes into their file. */
import type { FieldModel, TeamModel } from '../../engine/public.ts'
import { type Executor, ident, rows, run, sql, type Transaction } from '../../platform/db.ts'
import { addressTypes } from './audience/address.ts'
import { typeName } from './recipients.repo.ts'

type Schema = Pick<TeamModel, 'schema'>

/** Removes all that the ledger keeps on the people of these records but hashes, so that nobody who left is written to again. */
export async function forgetInMessages(
  client: Transaction,
  { schema }: Schema,
  recordIds: readonly number[],
): Promise<void> {
  await forgetAddresses(client, schema, recordIds)
  await run(
    client,
    sql`update ${ident(schema, 'message_recipient')} set values = '{}', record_id = null
        where record_id = any(${recordIds}::bigint[])`,
  )
}

/** Removes the values of some fields from what is kept of the messages that people got. */
export async function forgetValuesInMessages(
  client: Transaction,
  { schema }: Schema,
  recordIds: readonly number[],
  fields: readonly Pick<FieldModel, 'columnName' | 'dataType'>[],
): Promise<void> {
  const isAddress = fields.some(({ dataType }) => Object.values<string>(addressTypes).includes(dataType))
  if (isAddress) await forgetAddresses(client, schema, recordIds)
  await run(
    client,
    sql`update ${ident(schema, 'message_recipient')}
        set values = values - ${fields.map(({ columnName }) => columnName)}::text[]
        where record_id = any(${recordIds}::bigint[])`,
  )
}

/** With the answers of servers, which often name them. Who waits for a message gets none. */
async function forgetAddresses(
  client: Transaction,
  schema: string,
  recordIds: readonly number[],
): Promise<void> {
  const found = await rows<{ id: number; hash: string | null }>(
    client,
    sql`update ${ident(schema, 'message_recipient')} set address = null, detail = null,
          state = case when state = 'waiting' then 'cancelled' else state end
        where record_id = any(${recordIds}::bigint[]) returning id, encode(address_hash, 'hex') as hash`,
  )
  const ids = found.map(({ id }) => id)
  await run(
    client,
    sql`update ${ident(schema, 'message_notification')} set detail = null where recipient_id = any(${ids}::bigint[])`,
  )
  const hashes = [...new Set(found.flatMap(({ hash }) => hash ?? []))]
  const ofThem = sql`in (select decode(hash, 'hex') from unnest(${hashes}::text[]) as h (hash))`
  for (const table of ['message_subscription', 'message_suppression'] as const)
    await run(client, sql`update ${ident(schema, table)} set address = null where address_hash ${ofThem}`)
  await run(client, sql`update ${ident(schema, 'message_inbound')} set body = null where from_hash ${ofThem}`)
}

/** The messages that people got, and what was reported about them, oldest first. */
export async function messagesOfPeople(
  executor: Executor,
  { schema, teamId }: Pick<TeamModel, 'schema' | 'teamId'>,
  recordIds: readonly number[],
): Promise<unknown[]> {
  const found = await rows<{ id: number; messageId: number }>(
    executor,
    sql`select m.id, m.message_id as "messageId", m.record_id as "recordId", m.address, m.language, m.state, m.reason,
          m.values, m.handed_at as "handedAt", (
            select coalesce(json_agg(json_build_object('at', n.at, 'type', ${typeName(sql`n.type`)}) order by n.id), '[]')
            from ${ident(schema, 'message_notification')} n where n.recipient_id = m.id) as events
        from ${ident(schema, 'message_recipient')} m where m.record_id = any(${recordIds}::bigint[]) order by m.id`,
  )
  const names = await rows<{ id: number; name: string }>(
    executor,
    sql`select id, internal_name as name from muster.outgoing_message
        where team_id = ${teamId} and id = any(${found.map(({ messageId }) => messageId)}::bigint[])`,
  )
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return found.map(({ id: _id, messageId, ...row }) => ({ message: nameOf.get(messageId) ?? null, ...row }))
}
