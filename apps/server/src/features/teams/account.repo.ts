/** SQL of a team's account: its settings and logos. */
import type { Language } from '@muster/contract/paging'
import type { LogoName } from '@muster/contract/teams/account.schema'
import { type Executor, ident, join, one, run, type Sql, sql, type Transaction } from '../../platform/db.ts'

/** Settings by their columns. */
const columns = {
  name: 'name',
  shortName: 'short_name',
  description: 'description',
  website: 'website',
  billingAddress: 'billing_address',
  country: 'country',
  currency: 'currency',
  primaryTimezone: 'primary_timezone',
  defaultInterfaceLanguage: 'default_interface_language',
  defaultDataLanguage: 'default_data_language',
  enumAppBrandId: 'enum_app_brand_id',
} as const
type Setting = keyof typeof columns

/** Sets the given settings and counts up the version. */
export async function updateTeam(
  client: Transaction,
  teamId: number,
  settings: Partial<Record<Setting, unknown>>,
): Promise<void> {
  const named = (Object.keys(columns) as Setting[]).filter((name) => settings[name] !== undefined)
  const sets = named.map((name) => sql`${ident(columns[name])} = ${settings[name]}`)
  await run(
    client,
    sql`update muster.team set ${join([...sets, sql`version = version + 1`])} where id = ${teamId}`,
  )
}

export async function setDataLanguages(
  client: Transaction,
  teamId: number,
  languages: readonly Language[],
): Promise<void> {
  await run(
    client,
    sql`update muster.team set available_data_languages = ${languages}::text[] where id = ${teamId}`,
  )
}

/** @param roleIds null for everyone who may read the data */
export async function setExportRoles(
  client: Transaction,
  teamId: number,
  roleIds: readonly number[] | null,
): Promise<void> {
  await run(
    client,
    sql`update muster.team set limits_exports = ${roleIds !== null}::boolean where id = ${teamId}`,
  )
  await run(client, sql`delete from muster.export_role where team_id = ${teamId}`)
  await run(
    client,
    sql`insert into muster.export_role (user_role_id, team_id)
        select r.id, r.team_id from muster.user_role r
        where r.team_id = ${teamId} and r.id = any(${roleIds ?? []}::bigint[])`,
  )
}

/** Tables with translated texts: the columns, and which rows are the team's. */
const translated: readonly { table: string; texts: readonly string[]; ofTeam: (teamId: number) => Sql }[] = [
  // Names of collections are unique: see `setCollectionNames`.
  { table: 'data_collection', texts: ['plural_name'], ofTeam: ownRows },
  { table: 'data_field', texts: ['title', 'description'], ofTeam: ownRows },
  { table: 'data_card', texts: ['title', 'subtitle', 'description'], ofTeam: ownRows },
  { table: 'data_card_group', texts: ['name'], ofTeam: ownRows },
  { table: 'data_view', texts: ['missing_record_message', 'no_events_message'], ofTeam: ownRows },
  {
    table: 'filter_field',
    texts: ['filter_label', 'select_all_text'],
    ofTeam: (teamId) => sql`data_view_id in (select id from muster.data_view where team_id = ${teamId})`,
  },
]

function ownRows(teamId: number): Sql {
  return sql`team_id = ${teamId}`
}

/**
 * Texts of the team's design and their translations into `to` change places. A text without that translation stays,
 * and is its own translation into `from` as well.
 */
export async function swapTexts(
  client: Transaction,
  teamId: number,
  from: Language,
  to: Language,
): Promise<void> {
  for (const { table, texts, ofTeam } of translated) {
    const sets = texts.flatMap((text) => {
      const [own, others] = [ident(text), ident(`${text}_translations`)]
      return [
        sql`${own} = coalesce(nullif(${others} ->> ${to}::text, ''), ${own})`,
        sql`${others} = ${translationsWith(own, others, from, to)}`,
      ]
    })
    await run(client, sql`update ${ident('muster', table)} set ${join(sets)} where ${ofTeam(teamId)}`)
  }
}

/** The translations after a text in `from` became one of them, without that into `to`. */
function translationsWith(own: Sql, others: Sql, from: Language, to: Language): Sql {
  return sql`(${others} - ${to}::text) || jsonb_strip_nulls(jsonb_build_object(${from}::text, nullif(${own}, '')))`
}

/**
 * Swaps the names of collections like `swapTexts`. Living ones are unique while they change, too, so all of them get
 * temporary names first.
 *
 * @param names the new name of each collection of the team
 */
export async function swapCollectionNames(
  client: Transaction,
  teamId: number,
  from: Language,
  to: Language,
  names: ReadonlyMap<number, string>,
): Promise<void> {
  const translations = translationsWith(sql`name`, sql`name_translations`, from, to)
  await run(
    client,
    sql`update muster.data_collection set name_translations = ${translations}, name = id::text || chr(1)
        where team_id = ${teamId}`,
  )
  await run(
    client,
    sql`update muster.data_collection c set name = n.name
        from unnest(${[...names.keys()]}::bigint[], ${[...names.values()]}::text[]) as n (id, name)
        where c.id = n.id and c.team_id = ${teamId}`,
  )
}

const logoColumns: Readonly<Record<LogoName, string>> = {
  squareLogo: 'square_logo',
  horizontalLogo: 'horizontal_logo',
  appSquareLogo: 'app_square_logo',
  appHorizontalLogo: 'app_horizontal_logo',
}

/** Sets a logo's file. @returns that of the previous one, and the team's name */
export async function setLogo(
  client: Transaction,
  teamId: number,
  logo: LogoName,
  fileId: string | null,
): Promise<{ previous: string | null; name: string }> {
  const column = ident(logoColumns[logo])
  const row = await one<{ previous: string | null; name: string }>(
    client,
    sql`select ${column} as previous, name from muster.team where id = ${teamId} for update`,
  )
  await run(client, sql`update muster.team set ${column} = ${fileId} where id = ${teamId}`)
  return row!
}

/** Whether a file is a present logo of the team. */
export async function isLogo(executor: Executor, teamId: number, fileId: string): Promise<boolean> {
  const found = await one(
    executor,
    sql`select from muster.team where id = ${teamId}
          and ${fileId}::text in (square_logo, horizontal_logo, app_square_logo, app_horizontal_logo)`,
  )
  return found !== undefined
}
