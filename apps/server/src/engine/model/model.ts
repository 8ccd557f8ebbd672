/**
 * A team's model: collections, fields, roles, grants, cards and views. `models.ts` keeps it.
 */
import { AppError } from '@muster/contract/errors'
import type { FieldType } from '@muster/contract/fields/definition'
import type { DataType } from '@muster/contract/fields/families'
import { fieldType } from '@muster/contract/fields/types/index'
import type { Filter } from '@muster/contract/filters/ast'
import type { Language, Translations } from '@muster/contract/paging'
import type { DataPermission, FeaturePermission } from '@muster/contract/roles/permissions'
import type { QuotaName, Quotas } from '@muster/contract/teams/quotas.schema'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import { type Executor, rows, type Sql, sql } from '../../platform/db.ts'
import { teamSchema } from '../../platform/migrate.ts'
import { viewsOfTeam } from './views.sql.ts'

export interface FieldModel {
  id: number
  /** The root collection. */
  dataCollectionId: number
  title: string
  titleTranslations: Translations
  columnName: string
  dataType: DataType
  type: FieldType
  description: string
  descriptionTranslations: Translations
  helpText: string
  displayWidth: string
  isRequired: boolean
  isUnique: boolean
  defaultValue: unknown
  /** Parsed by the type's `settings`. */
  settings: Record<string, unknown>
  rank: number
  deletedAt: string | null
}

export interface CollectionModel {
  id: number
  parentId: number | null
  /** The root of its tree, in which its records are stored. A root's own id. */
  homeId: number
  name: string
  nameTranslations: Translations
  pluralName: string
  pluralNameTranslations: Translations
  description: string
  tableName: string
  icon: string
  isSmartCollection: boolean
  membershipDataFilter: Filter | null
  membershipOrder: string | null
  isGloballySearchable: boolean
  isShownInSidebar: boolean
  isShownOnTeamDashboard: boolean
  representsPeople: boolean
  isBlueprint: boolean
  blueprintMarketplacePrice: number | null
  blueprintMarketplaceCurrency: string | null
  isInternalConfiguration: boolean
  isUsedAsCustomList: boolean
  recordsCanBePurchased: boolean
  nameFieldId: number | null
  avatarFieldId: number | null
  version: number
  createdAt: string
  deletedAt: string | null
  /** The tree's fields by rank, without the trash; the same list for every collection of the tree. */
  fields: readonly FieldModel[]
  /** The same fields by column name. */
  fieldsByColumn: ReadonlyMap<string, FieldModel>
  /** Fields in the trash. */
  deletedFields: readonly FieldModel[]
}

/** One row of data_permission: for the whole team when all three targets are null. */
export interface DataGrant {
  permission: DataPermission
  dataCollectionId: number | null
  dataFieldId: number | null
  dataWizardId: number | null
  rowFilter: Filter | null
}

export interface RoleModel {
  id: number
  roleName: string
  isActive: boolean
  isMember: boolean
  featurePermissions: readonly FeaturePermission[]
  dataGrants: readonly DataGrant[]
}

/** A field on a card; whether it is deleted or unreadable is checked on reading. */
export interface CardFieldModel {
  dataFieldId: number
  /** A column of a table card. */
  isColumn: boolean
  displayWidth: string | null
}

export interface CardModel {
  id: number
  dataCollectionId: number
  title: string
  titleTranslations: Translations
  subtitle: string
  subtitleTranslations: Translations
  description: string
  descriptionTranslations: Translations
  cardType: string
  displayWidth: string
  sourceDataFieldId: number | null
  isReverse: boolean
  /** By rank. */
  fields: readonly CardFieldModel[]
}

export interface CardGroupModel {
  id: number
  dataCollectionId: number
  name: string
  nameTranslations: Translations
  icon: string
  displayRank: number
  /** By rank. */
  dataCardIds: readonly number[]
}

/** A view as stored; `features/views` decides what a reader sees of it. */
export type ViewModel = Omit<SavedView, 'canSave' | 'canDesign' | 'isBroken'> & { scopedExternalCss: string }

export interface TeamModel {
  teamId: number
  /** team_<id> */
  schema: string
  version: number
  name: string
  brandId: number
  timeZone: string
  country: string
  currency: string
  defaultDataLanguage: Language
  dataLanguages: readonly Language[]
  /** The roles that may export; null for everyone. */
  exportRoleIds: readonly number[] | null
  /** The limits that apply to it: its own, or those of the system. */
  quotas: Quotas
  /** Including deleted ones. */
  collections: ReadonlyMap<number, CollectionModel>
  fields: ReadonlyMap<number, FieldModel>
  roles: ReadonlyMap<number, RoleModel>
  cards: ReadonlyMap<number, CardModel>
  /** By rank. */
  cardGroups: ReadonlyMap<number, CardGroupModel>
  /** By rank. */
  views: ReadonlyMap<number, ViewModel>
}

/** The collection. @throws AppError not_found if it does not exist or is deleted */
export function collectionOf(model: TeamModel, dataCollectionId: number): CollectionModel {
  const collection = model.collections.get(dataCollectionId)
  if (!collection || collection.deletedAt) throw new AppError('not_found')
  return collection
}

/** The root of the tree a collection belongs to. */
export function homeOf(model: TeamModel, collection: CollectionModel): CollectionModel {
  return model.collections.get(collection.homeId) ?? collection
}

interface ModelRow {
  team: Pick<
    TeamModel,
    | 'name'
    | 'brandId'
    | 'timeZone'
    | 'country'
    | 'currency'
    | 'defaultDataLanguage'
    | 'dataLanguages'
    | 'version'
    | 'quotas'
  > & { limitsExports: boolean; exportRoleIds: number[] }
  collections: (Omit<CollectionModel, 'fields' | 'fieldsByColumn' | 'deletedFields' | 'homeId'> & {
    homeId: null
  })[]
  fields: Omit<FieldModel, 'type'>[]
  roles: RoleModel[]
  cards: CardModel[]
  cardGroups: CardGroupModel[]
  views: ViewModel[]
}

/** Reads the model in one statement; JSON keys are those of the interfaces above. */
export async function loadModel(executor: Executor, teamId: number): Promise<TeamModel> {
  // To plan it takes several times as long as to run it.
  const [row] = await rows<ModelRow>(executor, modelQuery(teamId), true)
  if (!row) throw new AppError('not_found')
  const fields = new Map(row.fields.map((field) => [field.id, toFieldModel(field)]))
  const parents = new Map(row.collections.map(({ id, parentId }) => [id, parentId]))
  const byHome = groupBy(fields.values(), (field) => field.dataCollectionId)
  const collections = row.collections.map((collection): CollectionModel => {
    const homeId = rootOf(collection.id, parents)
    const all = byHome.get(homeId) ?? []
    const living = all.filter((field) => !field.deletedAt)
    return {
      ...collection,
      homeId,
      fields: living,
      fieldsByColumn: new Map(living.map((field) => [field.columnName, field])),
      deletedFields: all.filter((field) => field.deletedAt),
    }
  })
  const { limitsExports, exportRoleIds, ...team } = row.team
  return {
    teamId,
    schema: teamSchema(teamId),
    ...team,
    exportRoleIds: limitsExports ? exportRoleIds : null,
    collections: new Map(collections.map((collection) => [collection.id, collection])),
    fields,
    roles: new Map(row.roles.map((role) => [role.id, role])),
    cards: new Map(row.cards.map((card) => [card.id, card])),
    cardGroups: new Map(row.cardGroups.map((group) => [group.id, group])),
    views: new Map(row.views.map((view) => [view.id, view])),
  }
}

function toFieldModel(field: Omit<FieldModel, 'type'>): FieldModel {
  const type = fieldType(field.dataType)
  return { ...field, type, settings: type.settings.parse(field.settings) }
}

function rootOf(id: number, parents: ReadonlyMap<number, number | null>): number {
  let root = id
  for (let parent = parents.get(root); parent; parent = parents.get(root)) root = parent
  return root
}

function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** As `effectiveQuota` has it. */
function quota(own: Sql, name: QuotaName): Sql {
  return sql`nullif(coalesce(${own},
    (select (s.value #>> '{}')::bigint from muster.system_setting s where s.key = ${name})), 0)`
}

function modelQuery(teamId: number) {
  return sql`
    select
      json_build_object('name', t.name, 'brandId', t.enum_app_brand_id,
        'dataLanguages', t.available_data_languages, 'timeZone', t.primary_timezone, 'country', t.country, 'currency', t.currency,
        'defaultDataLanguage', t.default_data_language, 'version', t.model_version,
        'quotas', json_build_object('maxRecords', ${quota(sql`t.max_records`, 'maxRecords')},
          'maxStorageBytes', ${quota(sql`t.max_storage_bytes`, 'maxStorageBytes')},
          'maxUsers', ${quota(sql`t.max_users`, 'maxUsers')}),
        'limitsExports', t.limits_exports,
        'exportRoleIds', (select coalesce(json_agg(x.user_role_id order by x.user_role_id), '[]')
          from muster.export_role x where x.team_id = t.id)) as team,
      (select coalesce(json_agg(json_build_object(
          'id', c.id, 'parentId', c.parent_id, 'name', c.name, 'nameTranslations', c.name_translations,
          'pluralName', c.plural_name, 'pluralNameTranslations', c.plural_name_translations,
          'description', c.description, 'tableName', c.table_name, 'icon', c.icon,
          'isSmartCollection', c.is_smart_collection, 'membershipDataFilter', c.membership_data_filter,
          'membershipOrder', c.membership_order, 'isGloballySearchable', c.is_globally_searchable,
          'isShownInSidebar', c.is_shown_in_sidebar, 'isShownOnTeamDashboard', c.is_shown_on_team_dashboard,
          'representsPeople', c.represents_people, 'isBlueprint', c.is_blueprint,
          'blueprintMarketplacePrice', c.blueprint_marketplace_price,
          'blueprintMarketplaceCurrency', c.blueprint_marketplace_currency,
          'isInternalConfiguration', c.is_internal_configuration,
          'isUsedAsCustomList', c.is_used_as_custom_list, 'recordsCanBePurchased', c.records_can_be_purchased,
          'nameFieldId', c.name_field_id, 'avatarFieldId', c.avatar_field_id, 'version', c.version,
          'createdAt', c.created_at, 'deletedAt', c.deleted_at) order by lower(c.name), c.id), '[]')
        from muster.data_collection c where c.team_id = t.id) as collections,
      (select coalesce(json_agg(json_build_object(
          'id', f.id, 'dataCollectionId', f.data_collection_id, 'title', f.title,
          'titleTranslations', f.title_translations, 'columnName', f.column_name, 'dataType', f.data_type,
          'description', f.description, 'descriptionTranslations', f.description_translations,
          'helpText', f.help_text, 'displayWidth', f.display_width, 'isRequired', f.is_required,
          'isUnique', f.is_unique, 'defaultValue', f.default_value, 'settings', f.settings, 'rank', f.rank,
          'deletedAt', f.deleted_at) order by f.rank, f.id), '[]')
        from muster.data_field f where f.team_id = t.id) as fields,
      (select coalesce(json_agg(json_build_object(
          'id', r.id, 'roleName', r.role_name, 'isActive', r.is_active, 'isMember', r.is_member,
          'featurePermissions', (select coalesce(json_agg(p.permission), '[]') from muster.feature_permission p
            where p.user_role_id = r.id),
          'dataGrants', (select coalesce(json_agg(json_build_object('permission', d.permission,
              'dataCollectionId', d.data_collection_id, 'dataFieldId', d.data_field_id,
              'dataWizardId', d.data_wizard_id, 'rowFilter', d.row_filter)), '[]')
            from muster.data_permission d where d.user_role_id = r.id))), '[]')
        from muster.user_role r where r.team_id = t.id) as roles,
      (select coalesce(json_agg(json_build_object(
          'id', k.id, 'dataCollectionId', k.data_collection_id, 'title', k.title,
          'titleTranslations', k.title_translations, 'subtitle', k.subtitle,
          'subtitleTranslations', k.subtitle_translations, 'description', k.description,
          'descriptionTranslations', k.description_translations, 'cardType', k.card_type,
          'displayWidth', k.display_width, 'sourceDataFieldId', k.source_field_id, 'isReverse', k.is_reverse,
          'fields', (select coalesce(json_agg(json_build_object('dataFieldId', kf.data_field_id,
              'isColumn', kf.is_column, 'displayWidth', kf.display_width) order by kf.rank), '[]')
            from muster.data_card_field kf where kf.data_card_id = k.id)) order by k.id), '[]')
        from muster.data_card k where k.team_id = t.id) as cards,
      (select coalesce(json_agg(json_build_object(
          'id', g.id, 'dataCollectionId', g.data_collection_id, 'name', g.name,
          'nameTranslations', g.name_translations, 'icon', g.icon, 'displayRank', g.display_rank,
          'dataCardIds', (select coalesce(json_agg(gk.data_card_id order by gk.rank), '[]')
            from muster.data_card_group_card gk where gk.data_card_group_id = g.id))
          order by g.display_rank, g.id), '[]')
        from muster.data_card_group g where g.team_id = t.id) as "cardGroups",
      (${viewsOfTeam}) as views
    from muster.team t where t.id = ${teamId} and t.suspended_at is null and t.deleted_at is null`
}
