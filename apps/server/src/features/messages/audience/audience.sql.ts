/**
 * The ledger of a message as one statement: everybody whom its audience concerns, with their address, language and values,
 * and the reason why they get nothing. Counting before a message starts and freezing its recipients run the same text, so
 * that the two agree.
 */
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type { ContentType } from '@muster/contract/messages/messages.schema'
import type { Language } from '@muster/contract/paging'
import { always, livingRows, nameSql, rowsToSql, tables, textOf } from '../../../engine/public.sql.ts'
import type { FieldAccess, Scope, TeamModel } from '../../../engine/public.ts'
import type { Config } from '../../../platform/config.ts'
import { ident, join, type Sql, sql } from '../../../platform/db.ts'
import { hashSql, normalSql, validSql } from './address.ts'
import { mergeValuesSql } from './merge-values.sql.ts'
import type { AudienceHome, ResolvedAudience } from './sources.ts'

export interface AudienceStatement {
  config: Pick<Config, 'secret'>
  model: TeamModel
  method: DeliveryMethod
  contentType: ContentType
  subjectId: number | null
  audience: ResolvedAudience
  /** The languages that the message says something in, the first one first. */
  languages: readonly Language[]
  /** Of those whose own language is not known; default: the team's. */
  fallbackLanguage?: Language | undefined
  /** Columns of records that the contents name. */
  columns: ReadonlySet<string>
}

/**
 * Rows `(record_id, data_collection_id, name, address, hash, language, values, reason, place)`. A null reason means that
 * the person gets the message. `place` gives them an order.
 */
export function audienceSql(statement: AudienceStatement): Sql {
  const { method, model, contentType, subjectId, languages } = statement
  const parts = [
    noRows,
    ...statement.audience.homes.map((home, n) => homeRows(statement, home, n)),
    ...(statement.audience.includedSubjectIds.length > 0 ? [subscriberRows(statement)] : []),
  ]
  const team = (name: string) => ident(model.schema, name)
  const isFree = contentType === 'TRANSACTIONAL'
  const subject = isFree ? null : subjectId
  return sql`
    with candidate as (${join(parts, ' union all ')}),
    numbered as (
      select c.*, row_number() over (partition by c.hash, c.is_excluded order by c.place, c.record_id) as turn,
        bool_or(c.record_id is not null) over (partition by c.hash) as has_record
      from candidate c
    )
    select c.record_id, c.data_collection_id, c.name, c.address, c.hash, c.language, c."values", c.place,
      case
        when c.is_excluded then 'excluded_by_rule'
        when c.address is null then 'no_address'
        when c.hash is null then 'invalid_address'
        when c.turn > 1 then 'duplicate'
        when s.reason in ('bounce') then 'bounced'
        when s.reason in ('complaint') then 'complained'
        when s.reason in ('manual', 'stop') then 'suppressed'
        when s.reason in ('unsubscribed') and not ${isFree} then 'unsubscribed'
        when ${subject}::bigint is null then ${languages.length === 0 ? 'no_content' : null}::text
        when u.state is null then 'not_subscribed'
        when u.state = 'pending' then 'opt_in_pending'
        when u.state = 'unsubscribed' then 'unsubscribed'
        when ${languages.length === 0} then 'no_content'
      end as reason
    from numbered c
      left join ${team('message_suppression')} s on s.channel = ${method} and s.address_hash = c.hash
        and (s.until is null or s.until > now())
      left join ${team('message_subscription')} u on u.subject_id = ${subject}::bigint and u.channel = ${method}
        and u.address_hash = c.hash
    where c.record_id is not null or not c.has_record`
}

const noRows = sql`select null::bigint as record_id, null::bigint as data_collection_id, null::text as name,
  null::text as address, null::bytea as hash, null::text as language, '{}'::jsonb as "values", false as is_excluded,
  0 as place where false`

function homeRows(statement: AudienceStatement, home: AudienceHome, place: number): Sql {
  const { config, model, method } = statement
  const { scope, include, exclude } = home
  const address = normalSql(method, home.address ? textIfReadable(home.address, scope) : sql`null::text`)
  const language = home.language ? languageCode(textIfReadable(home.language, scope)) : sql`null::text`
  return sql`select ${ident(scope.alias, 'record_id')} as record_id, ${scope.access.home.id}::bigint as data_collection_id,
      ${nameSql(scope)} as name, a.address, h.hash, l.language,
      ${mergeValuesSql(scope, statement.columns, sql`l.language`)} as "values", ${exclude} as is_excluded, ${place}::int as place
    from ${tables(scope)}
      cross join lateral (select ${address} as address offset 0) a
      cross join lateral (select case when ${validSql(method, sql`a.address`)}
        then ${hashSql(config, model.teamId, sql`a.address`)} end as hash) h
      cross join lateral (select ${spoken(statement, language)} as language) l
    where ${livingRows(scope)} and ${include}`
}

/** Subscribers without a record, who came by a public page. */
function subscriberRows(statement: AudienceStatement): Sql {
  const { model, method, audience } = statement
  const subscription = ident(model.schema, 'message_subscription')
  const excluded = sql`exists (select from ${subscription} x where x.subject_id = any(${audience.excludedSubjectIds}::bigint[])
    and x.channel = ${method} and x.address_hash = s.address_hash and x.state = 'subscribed')`
  return sql`select null::bigint, null::bigint, null::text, s.address, s.address_hash,
      ${spoken(statement, sql`s.language`)}, '{}'::jsonb, ${excluded}, ${audience.homes.length}::int
    from (select distinct on (s.address_hash) s.* from ${subscription} s
      where s.subject_id = any(${audience.includedSubjectIds}::bigint[]) and s.channel = ${method}
        and s.state = 'subscribed' and s.address is not null
      order by s.address_hash, s.subject_id) s`
}

/** The language that somebody is written in: their own, or the usual one, or else the first of the message. */
function spoken({ model, languages, fallbackLanguage }: AudienceStatement, own: Sql): Sql {
  const wanted = sql`coalesce(${own}, ${fallbackLanguage ?? model.defaultDataLanguage})`
  return sql`case when ${wanted} = any(${languages}::text[]) then ${wanted}
    else ${languages[0] ?? model.defaultDataLanguage} end::text`
}

function textIfReadable({ field, read }: FieldAccess, scope: Scope): Sql {
  const text = textOf(field, { model: scope.model, schema: scope.schema, alias: scope.alias })
  const rows = rowsToSql(read, scope)
  return rows === always ? text : sql`case when ${rows} then ${text} end`
}

/** `en`, `es` or `fr` of a code or a name of the language, as people write it in any of the three. */
function languageCode(text: Sql): Sql {
  return sql`case when ${text} ~* '^\\s*(en|eng|english|ingl[eé]s|anglais)\\M' then 'en'
    when ${text} ~* '^\\s*(es|spa|spanish|espa[ñn]ol|castellano|espagnol)\\M' then 'es'
    when ${text} ~* '^\\s*(fr|fra|french|franc[eé]s|fran[çc]ais)\\M' then 'fr' end`
}
