/** SQL of subjects and of who subscribes to them. */
import type { CreateSubject, MessageSubject } from '@muster/contract/messages/consent.api'
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

export type SubjectRow = Omit<MessageSubject, 'subscribers'>

const columns = sql`id, external_name as "externalName",
  external_name_translations as "externalNameTranslations", description,
  description_translations as "descriptionTranslations", is_public as "isPublic",
  is_double_opt_in as "isDoubleOptIn", version`

export function findSubjects(executor: Executor, teamId: number): Promise<SubjectRow[]> {
  return rows(
    executor,
    sql`select ${columns} from muster.message_subject where team_id = ${teamId} and deleted_at is null
        order by lower(external_name), id`,
  )
}

/** Locks the row. */
export function lockSubject(
  client: Transaction,
  teamId: number,
  id: number,
): Promise<SubjectRow | undefined> {
  return one(
    client,
    sql`select ${columns} from muster.message_subject
        where id = ${id} and team_id = ${teamId} and deleted_at is null for update`,
  )
}

export async function insertSubject(
  client: Transaction,
  teamId: number,
  subject: CreateSubject,
): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.message_subject (team_id, external_name, external_name_translations, description,
          description_translations, is_public, is_double_opt_in)
        values (${teamId}, ${subject.externalName}, ${subject.externalNameTranslations}, ${subject.description},
          ${subject.descriptionTranslations}, ${subject.isPublic}, ${subject.isDoubleOptIn}) returning id`,
  )
  return row!.id
}

export async function updateSubjectRow(
  client: Transaction,
  teamId: number,
  subject: SubjectRow,
): Promise<void> {
  await run(
    client,
    sql`update muster.message_subject
        set external_name = ${subject.externalName},
          external_name_translations = ${subject.externalNameTranslations}, description = ${subject.description},
          description_translations = ${subject.descriptionTranslations}, is_public = ${subject.isPublic},
          is_double_opt_in = ${subject.isDoubleOptIn}, version = version + 1
        where id = ${subject.id} and team_id = ${teamId}`,
  )
}

export async function isNameTaken(
  client: Transaction,
  teamId: number,
  externalName: string,
  exceptId: number | null,
): Promise<boolean> {
  const row = await one(
    client,
    sql`select 1 from muster.message_subject where team_id = ${teamId} and deleted_at is null
          and lower(external_name) = lower(${externalName}) and id is distinct from ${exceptId}::bigint`,
  )
  return row !== undefined
}

/** Whether a message that was not sent yet has the subject. */
export async function isSubjectUsed(client: Transaction, teamId: number, id: number): Promise<boolean> {
  const row = await one(
    client,
    sql`select 1 from muster.outgoing_message where team_id = ${teamId} and deleted_at is null
          and status in ('DRAFT', 'AWAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'SENDING')
          and (subject_id = ${id} or audience @> ${usedIn('include', id)} or audience @> ${usedIn('exclude', id)})
        limit 1`,
  )
  return row !== undefined
}

const usedIn = (side: 'include' | 'exclude', id: number): Sql =>
  sql`${JSON.stringify({ [side]: [{ kind: 'subject', subjectId: id }] })}::jsonb`

export async function deleteSubject(client: Transaction, teamId: number, id: number): Promise<void> {
  await run(
    client,
    sql`update muster.message_subject set deleted_at = now() where id = ${id} and team_id = ${teamId}`,
  )
}

/** Confirmed subscribers by subject and channel. */
export function countSubscribers(
  executor: Executor,
  { schema }: Pick<TeamModel, 'schema'>,
): Promise<{ subjectId: number; channel: DeliveryMethod; count: number }[]> {
  return rows(
    executor,
    sql`select subject_id as "subjectId", channel, count(*) from ${ident(schema, 'message_subscription')}
        where state = 'subscribed' group by subject_id, channel`,
  )
}

export interface Subscription {
  addressHash: Buffer
  address: string
}

/**
 * Sets the state of subscriptions and adds them to the consent log, in one statement. One that is asked for once more waits
 * from then on.
 *
 * @returns how many changed
 */
export async function setSubscriptions(
  client: Transaction,
  { schema }: Pick<TeamModel, 'schema'>,
  channel: DeliveryMethod,
  people: readonly Subscription[],
  change: {
    subjectIds: readonly number[]
    state: 'pending' | 'subscribed' | 'unsubscribed'
    language: string | null
    source: string
    /** Whether those who unsubscribed stay so. */
    keepsLeft?: boolean
    textShown?: string | null
    network?: string | null
  },
): Promise<number> {
  const hashes = people.map(({ addressHash }) => addressHash.toString('hex'))
  const addresses = people.map(({ address }) => address)
  return run(
    client,
    sql`with person as materialized (
          select decode(hash, 'hex') as address_hash, address
          from unnest(${hashes}::text[], ${addresses}::text[]) as p (hash, address)
        ), wanted as materialized (
          select s.id as subject_id, person.address_hash, person.address
          from person cross join unnest(${[...change.subjectIds]}::bigint[]) as s (id)
        ), changed as (
          insert into ${ident(schema, 'message_subscription')} as old
            (subject_id, channel, address_hash, address, language, state)
          select subject_id, ${channel}, address_hash, nullif(address, ''), ${change.language}::text, ${change.state}
          from wanted
          on conflict (subject_id, channel, address_hash) do update
            set state = excluded.state, at = now(), address = coalesce(excluded.address, old.address),
              language = coalesce(excluded.language, old.language)
            where (old.state <> excluded.state or excluded.state = 'pending')
              and not (old.state = 'subscribed' and excluded.state = 'pending')
              and not (old.state = 'unsubscribed' and ${change.keepsLeft ?? false})
          returning subject_id, address_hash
        )
        insert into ${ident(schema, 'message_consent_event')}
          (channel, address_hash, subject_id, what, text_shown, source, network)
        select ${channel}, address_hash, subject_id, ${change.state}, ${change.textShown ?? null}::text,
          ${change.source}, ${change.network ?? null}::text
        from changed`,
  )
}

/** What one address is subscribed to. */
export function subscriptionsOf(
  executor: Executor,
  { schema }: Pick<TeamModel, 'schema'>,
  channel: DeliveryMethod,
  addressHash: Buffer,
): Promise<
  { subjectId: number; state: 'pending' | 'subscribed' | 'unsubscribed'; language: string | null }[]
> {
  return rows(
    executor,
    sql`select subject_id as "subjectId", state, language from ${ident(schema, 'message_subscription')}
        where channel = ${channel} and address_hash = ${addressHash}`,
  )
}

/** The subjects that wait for a link that was sent in the last days. */
export async function pendingSubjects(
  executor: Executor,
  { schema }: Pick<TeamModel, 'schema'>,
  channel: DeliveryMethod,
  addressHash: Buffer,
  days: number,
): Promise<number[]> {
  const found = await rows<{ subjectId: number }>(
    executor,
    sql`select subject_id as "subjectId" from ${ident(schema, 'message_subscription')}
        where channel = ${channel} and address_hash = ${addressHash} and state = 'pending'
          and at > now() - make_interval(days => ${days}) order by subject_id`,
  )
  return found.map(({ subjectId }) => subjectId)
}

/** Adds a decision about everything to the consent log. */
export async function logConsent(
  client: Transaction,
  { schema }: Pick<TeamModel, 'schema'>,
  event: { method: DeliveryMethod; addressHash: Buffer; what: string; source: string; network: string },
): Promise<void> {
  await run(
    client,
    sql`insert into ${ident(schema, 'message_consent_event')} (channel, address_hash, what, source, network)
        values (${event.method}, ${event.addressHash}, ${event.what}, ${event.source}, ${event.network})`,
  )
}
