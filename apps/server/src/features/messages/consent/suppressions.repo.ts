/** SQL of addresses that get nothing. */
import type { Suppression } from '@muster/contract/messages/consent.api'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type { TeamModel } from '../../../engine/public.ts'
import {
  type Executor,
  ident,
  one,
  rows,
  run,
  type Sql,
  sql,
  type Transaction,
} from '../../../platform/db.ts'

type Schema = Pick<TeamModel, 'schema'>
type Reason = Suppression['reason'] | 'unsubscribed'

export interface SuppressionFilter {
  deliveryMethodId: DeliveryMethod | null
  reason: Suppression['reason'] | null
  addressHash: Buffer | null
}

export interface SuppressionRow extends Suppression {
  /** Microseconds, for the cursor. */
  position: string
}

/** A page, newest first. People who unsubscribed decided that themselves and are not listed. */
export function findSuppressions(
  executor: Executor,
  { schema }: Schema,
  filter: SuppressionFilter,
  page: { after: { since: string; id: string } | null; limit: number },
): Promise<SuppressionRow[]> {
  const { after } = page
  return rows(
    executor,
    sql`select ${idOf} as id, channel as "deliveryMethodId", address, reason, since, until,
          since::text as position
        from ${ident(schema, 'message_suppression')}
        where ${matching(filter)}
          and (${after === null} or (since, ${idOf}) < (${after?.since ?? null}::timestamptz, ${after?.id ?? null}))
        order by since desc, ${idOf} desc limit ${page.limit}`,
  )
}

export async function countSuppressions(
  executor: Executor,
  { schema }: Schema,
  filter: SuppressionFilter,
): Promise<number> {
  const row = await one<{ count: number }>(
    executor,
    sql`select count(*) from ${ident(schema, 'message_suppression')} where ${matching(filter)}`,
  )
  return row?.count ?? 0
}

const idOf = sql`channel || '-' || encode(address_hash, 'hex')`

function matching({ deliveryMethodId, reason, addressHash }: SuppressionFilter): Sql {
  return sql`reason <> 'unsubscribed' and (until is null or until > now())
    and (${deliveryMethodId}::text is null or channel = ${deliveryMethodId})
    and (${reason}::text is null or reason = ${reason})
    and (${addressHash}::bytea is null or address_hash = ${addressHash})`
}

/** The graver ones last. People come back by themselves from the first, with START from `stop`. */
const byGravity: readonly Reason[] = ['unsubscribed', 'bounce', 'manual', 'stop', 'complaint']
const gravityOf = (reason: Sql): Sql => sql`array_position(${byGravity}::text[], ${reason}::text)`

/** On a conflict with `old`: a graver reason replaces it, and one for good replaces one that ends. */
export const replaceLighter = sql`(channel, address_hash) do update
  set reason = excluded.reason, since = now(), until = excluded.until,
    address = coalesce(excluded.address, old.address), recipient_id = excluded.recipient_id
  where old.until <= now() or excluded.until is null
    and (old.until is not null or ${gravityOf(sql`excluded.reason`)} > ${gravityOf(sql`old.reason`)})`

/**
 * Keeps a suppression that is there already, unless the new one is of a graver kind.
 *
 * @param restDays after so many days it ends; it replaces none that does not
 * @returns how many are new or changed
 */
export function suppressAddresses(
  client: Transaction,
  { schema }: Schema,
  channel: DeliveryMethod,
  people: readonly { addressHash: Buffer; address: string | null; recipientId?: number }[],
  reason: Reason,
  restDays: number | null = null,
): Promise<number> {
  const hashes = people.map(({ addressHash }) => addressHash.toString('hex'))
  const addresses = people.map(({ address }) => address ?? '')
  const recipients = people.map(({ recipientId }) => recipientId ?? null)
  return run(
    client,
    sql`with person as materialized (
          select distinct on (hash) decode(hash, 'hex') as address_hash, nullif(address, '') as address, recipient_id
          from unnest(${hashes}::text[], ${addresses}::text[], ${recipients}::bigint[]) as p (hash, address, recipient_id)
        )
        insert into ${ident(schema, 'message_suppression')} as old
          (channel, address_hash, address, reason, until, recipient_id)
        select ${channel}, address_hash, address, ${reason}, now() + make_interval(days => ${restDays}::int), recipient_id
        from person
        on conflict ${replaceLighter}`,
  )
}

/** @param reason only of this one */
export function releaseAddress(
  client: Transaction,
  { schema }: Schema,
  channel: DeliveryMethod,
  addressHash: Buffer,
  reason: Reason | null = null,
): Promise<number> {
  return run(
    client,
    sql`delete from ${ident(schema, 'message_suppression')}
        where channel = ${channel} and address_hash = ${addressHash} and (${reason}::text is null or reason = ${reason})`,
  )
}

/** Why an address gets nothing now. */
export async function suppressionOf(
  executor: Executor,
  { schema }: Schema,
  channel: DeliveryMethod,
  addressHash: Buffer,
): Promise<Reason | null> {
  const row = await one<{ reason: Reason }>(
    executor,
    sql`select reason from ${ident(schema, 'message_suppression')}
        where channel = ${channel} and address_hash = ${addressHash} and (until is null or until > now())`,
  )
  return row?.reason ?? null
}

/** To whom a row of the ledger went; null if it was erased. */
export function recipientOf(
  executor: Executor,
  { schema }: Schema,
  recipientId: number,
): Promise<{ messageId: number; address: string | null; addressHash: Buffer; language: string } | undefined> {
  return one(
    executor,
    sql`select message_id as "messageId", address, address_hash as "addressHash", language
        from ${ident(schema, 'message_recipient')}
        where id = ${recipientId} and address_hash is not null and state <> 'excluded'`,
  )
}

/** The delivery method of a message; undefined for one of another team. */
export async function methodOfMessage(
  executor: Executor,
  teamId: number,
  messageId: number,
): Promise<DeliveryMethod | undefined> {
  const row = await one<{ method: DeliveryMethod }>(
    executor,
    sql`select delivery_method as method from muster.outgoing_message where id = ${messageId} and team_id = ${teamId}`,
  )
  return row?.method
}

/** Notes on the ledger that somebody left, or came back. `type` is the position in `notificationTypes`. */
export async function notifyRecipient(
  client: Transaction,
  { schema }: Schema,
  { recipientId, messageId, type }: { recipientId: number; messageId: number; type: number },
): Promise<void> {
  await run(
    client,
    sql`insert into ${ident(schema, 'message_notification')} (recipient_id, message_id, type)
        values (${recipientId}, ${messageId}, ${type})`,
  )
  await run(
    client,
    sql`update ${ident(schema, 'message_recipient')} set last_type = ${type}, last_at = now()
        where id = ${recipientId}`,
  )
}
