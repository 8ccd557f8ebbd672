/** Who gets a message: counted, listed and frozen by one statement. */
import { AppError } from '@muster/contract/errors'
import type { ExclusionReason } from '@muster/contract/messages/messages.machine'
import type { MessageContent, Preflight } from '@muster/contract/messages/messages.schema'
import type { Language } from '@muster/contract/paging'
import type { Caller, Deps, TeamModel } from '../../../engine/public.ts'
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
import { callerOf } from '../../auth/public.ts'
import type { MessageRow } from '../messages.repo.ts'
import { audienceSql } from './audience.sql.ts'
import { columnsIn, neededColumns } from './merge-columns.ts'
import { resolveAudience } from './sources.ts'

export type AudienceDeps = Pick<Deps, 'config' | 'pool' | 'models'>

/** A message with all that decides who gets it. */
export interface AudienceOf {
  message: Pick<MessageRow, 'teamId' | 'deliveryMethodId' | 'contentTypeId' | 'subjectId' | 'audience'>
  contents: readonly MessageContent[]
  model: TeamModel
  /** Whose rights decide which people there are, and which values may be written. */
  caller: Caller
  /** Of those whose own language is not known; default: the team's. */
  fallbackLanguage?: Language
}

/** The owner of a message as a caller. @throws AppError message_status if they are no longer active in the team */
export async function ownerCaller(
  executor: Executor,
  { teamId, ownedBy }: Pick<MessageRow, 'teamId' | 'ownedBy'>,
): Promise<Caller> {
  const owner = ownedBy && (await callerOf(executor, teamId, ownedBy.teamUserId))
  if (!owner) throw new AppError('message_status', { params: { reason: 'owner_inactive' } })
  return owner
}

/** @throws AppError validation_failed for a source that the caller may not read */
export function statementOf({ config }: Pick<Deps, 'config'>, of: AudienceOf): Sql {
  const { message, contents, model, caller, fallbackLanguage } = of
  const { deliveryMethodId: method, contentTypeId: contentType, subjectId } = message
  return audienceSql({
    config,
    model,
    method,
    contentType,
    subjectId,
    audience: resolveAudience(model, caller, method, message.audience),
    languages: contents.map(({ languageId }) => languageId),
    fallbackLanguage,
    columns: columnsIn(contents),
  })
}

export async function preflight(
  deps: Pick<Deps, 'config'>,
  executor: Executor,
  of: AudienceOf,
): Promise<Preflight> {
  const missing = neededColumns(of.message.deliveryMethodId, of.contents)
  const row = await one<Omit<Preflight, 'missingValues' | 'segments'> & { missing: Record<string, number> }>(
    executor,
    sql`with ledger as materialized (${statementOf(deps, of)}),
        got as (select language, "values" from ledger where reason is null)
        select (select count(*) from got) as "recipientCount",
          (select coalesce(jsonb_object_agg(language, n), '{}') from (select language, count(*) as n from got
            group by language) l) as "byLanguage",
          (select coalesce(jsonb_object_agg(reason, n), '{}') from (select reason, count(*) as n from ledger
            where reason is not null group by reason) x) as excluded,
          (select coalesce(jsonb_object_agg(name, n), '{}') from (select m.name, count(*) as n
            from unnest(${missing}::text[]) m (name) join got on coalesce(got."values" ->> m.name, '') in ('', '[]')
            group by m.name) m) as missing`,
  )
  const { missing: found, ...counted } = row!
  return {
    ...counted,
    missingValues: Object.entries(found).map(([name, count]) => ({ expression: `field.${name}`, count })),
    segments: null,
  }
}

export async function countAudience(
  deps: Pick<Deps, 'config'>,
  executor: Executor,
  of: AudienceOf,
): Promise<number> {
  const row = await one<{ count: number }>(
    executor,
    sql`select count(*) from (${statementOf(deps, of)}) l where reason is null`,
  )
  return row!.count
}

/** One person of the ledger. */
export interface LedgerRow {
  recordId: number | null
  dataCollectionId: number | null
  name: string | null
  address: string | null
  language: Language
  values: Record<string, unknown>
  reason: ExclusionReason | null
}

/** @param condition on `l`, a row of the ledger */
export function ledgerRows(
  deps: Pick<Deps, 'config'>,
  executor: Executor,
  of: AudienceOf,
  { condition, limit }: { condition: Sql; limit: number },
): Promise<LedgerRow[]> {
  return rows(
    executor,
    sql`select record_id as "recordId", data_collection_id as "dataCollectionId", name, address, language, "values", reason
        from (${statementOf(deps, of)}) l where ${condition} order by place, record_id limit ${limit}`,
  )
}

/** Single and transactional messages go before campaigns, so that a code never waits behind a newsletter. */
const priorities = { TRANSACTIONAL: 1, PARTICIPATION: 10, MARKETING: 10 } as const

/** Writes the ledger: everybody who gets the message, and those who do not with the reason. @returns those who get it */
export async function freeze(
  deps: Pick<Deps, 'config'>,
  client: Transaction,
  messageId: number,
  of: AudienceOf,
): Promise<number> {
  const recipients = ident(of.model.schema, 'message_recipient')
  await run(client, sql`delete from ${recipients} where message_id = ${messageId}`)
  const row = await one<{ count: number }>(
    client,
    sql`with added as (
          insert into ${recipients} (message_id, record_id, data_collection_id, address, address_hash, language, "values",
            priority, state, reason)
          select ${messageId}::bigint, record_id, data_collection_id, address, hash, language,
            case when reason is null then "values" else '{}' end, ${priorities[of.message.contentTypeId]}::smallint,
            case when reason is null then 'waiting' else 'excluded' end, reason
          from (${statementOf(deps, of)}) l order by place, record_id
          returning reason)
        select count(*) from added where reason is null`,
  )
  return row!.count
}

/** Single mails go before all that goes to many. */
const singlePriority = 1

/**
 * Adds people to the ledger of a message that a wizard fills: those who get it wait to be sent to, the others have the
 * reason. Who is there for this cause already is not added again.
 *
 * @param cause a UUID, the same one each time for the same run
 * @returns those who get it
 */
export async function append(
  deps: Pick<Deps, 'config'>,
  client: Transaction,
  { messageId, cause }: { messageId: number; cause: string },
  of: AudienceOf,
): Promise<number> {
  const recipients = ident(of.model.schema, 'message_recipient')
  const row = await one<{ count: number }>(
    client,
    sql`with added as (
          insert into ${recipients} (message_id, record_id, data_collection_id, address, address_hash, cause, language,
            "values", priority, state, reason)
          select ${messageId}::bigint, record_id, data_collection_id, address, hash, ${cause}::uuid, language,
            case when reason is null then "values" else '{}' end, ${singlePriority}::smallint,
            case when reason is null then 'waiting' else 'excluded' end, reason
          from (${statementOf(deps, of)}) l
          where not exists (select from ${recipients} known where known.message_id = ${messageId}
            and known.cause = ${cause}::uuid and known.record_id = l.record_id)
          order by place, record_id
          on conflict (message_id, address_hash, cause) where state <> 'excluded' do nothing
          returning reason)
        select count(*) from added where reason is null`,
  )
  return row!.count
}
