/** SQL for collections: rows of muster.data_collection, and the tables of roots. */

import type { CreateCollection } from '@muster/contract/collections/collections.schema'
import type { Language } from '@muster/contract/paging'
import type { TeamModel } from '../../engine/public.ts'
import { ident, join, one, run, type Sql, sql, type Transaction } from '../../platform/db.ts'
import type { InternalKind } from './internal-kind.ts'

/** @param internalKind for the product's own collections; its lists look like ordinary lists to users */
export async function insertCollection(
  client: Transaction,
  teamId: number,
  tableName: string,
  input: CreateCollection,
  internalKind: InternalKind | null,
): Promise<number> {
  const isInternal = internalKind !== null
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.data_collection (team_id, parent_id, name, name_translations, plural_name,
          plural_name_translations, description, table_name, icon, is_smart_collection, membership_data_filter,
          is_globally_searchable, is_shown_in_sidebar, is_shown_on_team_dashboard, represents_people,
          is_used_as_custom_list${isInternal ? sql`, internal_kind, is_internal_configuration` : sql``})
        values (${teamId}, ${input.idParentDataCollection}, ${input.name}, ${json(input.nameTranslations)},
          ${input.pluralName}, ${json(input.pluralNameTranslations)}, ${input.description}, ${tableName},
          ${input.icon}, ${input.isSmartCollection}, ${json(input.membershipDataFilter)},
          ${input.isGloballySearchable}, ${input.isShownInSidebar}, ${input.isShownOnTeamDashboard},
          ${input.representsPeople}, ${input.IsUsedAsCustomList}
          ${isInternal ? sql`, ${internalKind}, ${!input.IsUsedAsCustomList}` : sql``})
        returning id`,
  )
  return row!.id
}

/** The languages of a team's data. */
export async function dataLanguagesOf(client: Transaction, teamId: number): Promise<Language[]> {
  const row = await one<{ languages: Language[] }>(
    client,
    sql`select available_data_languages as languages from muster.team where id = ${teamId}`,
  )
  return row?.languages ?? []
}

/**
 * Creates the table of a root, with only its key and `deleted_at` until it gets fields. `deleted_at`
 * duplicates the catalogue's, so that pages are read from an index of this table alone.
 */
export async function createTable(client: Transaction, schema: string, tableName: string): Promise<void> {
  await run(
    client,
    sql`create table ${ident(schema, tableName)} (record_id bigint primary key, deleted_at timestamptz)
          with (fillfactor = 90)`,
  )
}

/** Columns by the name of their setting; other settings cannot be changed. */
const columns = {
  name: 'name',
  nameTranslations: 'name_translations',
  pluralName: 'plural_name',
  pluralNameTranslations: 'plural_name_translations',
  description: 'description',
  icon: 'icon',
  membershipDataFilter: 'membership_data_filter',
  membershipOrder: 'membership_order',
  isGloballySearchable: 'is_globally_searchable',
  isShownInSidebar: 'is_shown_in_sidebar',
  isShownOnTeamDashboard: 'is_shown_on_team_dashboard',
  representsPeople: 'represents_people',
  isSmartCollection: 'is_smart_collection',
  isBlueprint: 'is_blueprint',
  recordsCanBePurchased: 'records_can_be_purchased',
  blueprintMarketplacePrice: 'blueprint_marketplace_price',
  blueprintMarketplaceCurrency: 'blueprint_marketplace_currency',
  IdDataFieldDataObjectName: 'name_field_id',
  IdDataFieldDataObjectAvatar: 'avatar_field_id',
} as const
export type CollectionSetting = keyof typeof columns

export async function updateCollectionRow(
  client: Transaction,
  teamId: number,
  id: number,
  settings: Partial<Record<CollectionSetting, unknown>>,
): Promise<void> {
  const changes: Sql[] = Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        sql`${ident(columns[key as CollectionSetting])} = ${value !== null && typeof value === 'object' ? json(value) : value}`,
    )
  await run(
    client,
    sql`update muster.data_collection set ${join([...changes, sql`version = version + 1`])}
        where team_id = ${teamId} and id = ${id}`,
  )
}

/** Removes all manual members of a collection. */
export async function removeMembers(
  client: Transaction,
  schema: string,
  dataCollectionId: number,
): Promise<void> {
  await run(
    client,
    sql`delete from ${ident(schema, 'membership')} where data_collection_id = ${dataCollectionId}`,
  )
}

/** Sets the same time on all, so that `restoreCollections` knows what was deleted together. */
export async function trashCollections(
  client: Transaction,
  teamId: number,
  ids: readonly number[],
): Promise<void> {
  await run(
    client,
    sql`update muster.data_collection set deleted_at = now(), version = version + 1
        where team_id = ${teamId} and id = any(${ids}::bigint[]) and deleted_at is null`,
  )
}

export async function restoreCollections(
  client: Transaction,
  model: TeamModel,
  id: number,
  ids: readonly number[],
): Promise<void> {
  await run(
    client,
    sql`update muster.data_collection set deleted_at = null, version = version + 1
        where team_id = ${model.teamId} and id = any(${ids}::bigint[])
          and deleted_at = (select deleted_at from muster.data_collection where id = ${id})`,
  )
}

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
