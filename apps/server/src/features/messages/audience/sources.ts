/** The sources of an audience as conditions on the records of home collections, with the rights of one caller. */

import { AppError } from '@muster/contract/errors'
import type { Audience, AudienceSource } from '@muster/contract/messages/audience'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import { all, any, filterToSql, livingRows } from '../../../engine/public.sql.ts'
import {
  type Caller,
  type CollectionModel,
  collectionOf,
  type FieldAccess,
  type FieldModel,
  homeContext,
  homeOf,
  type Scope,
  scopeOf,
  type TeamModel,
  treeContext,
} from '../../../engine/public.ts'
import { ident, type Sql, sql } from '../../../platform/db.ts'
import { addressTypes } from './address.ts'

/** The people of one home collection that an audience concerns. */
export interface AudienceHome {
  /** Aliases `t` and `r`. */
  scope: Scope
  /** Conditions on a record of the scope, whose address has the hash `h.hash`. */
  include: Sql
  exclude: Sql
  address: FieldAccess | null
  language: FieldAccess | null
}

export interface ResolvedAudience {
  homes: readonly AudienceHome[]
  /** Subjects whose subscribers are included or excluded, also those without a record. */
  includedSubjectIds: readonly number[]
  excludedSubjectIds: readonly number[]
}

/** A collection, or the tree that it is of, represents people. */
export function representsPeople(model: TeamModel, collection: CollectionModel): boolean {
  return collection.representsPeople || homeOf(model, collection).representsPeople
}

/** The fields that addresses may be taken from: the one that was chosen, or all of the type. */
export function addressFieldsOf(
  { access }: Pick<Scope, 'access'>,
  method: DeliveryMethod,
  { addressFieldIds }: Pick<Audience, 'addressFieldIds'>,
): FieldModel[] {
  const fields = access.home.fields.filter(({ dataType }) => dataType === addressTypes[method])
  const chosen = fields.find(({ id }) => addressFieldIds.includes(id))
  return chosen ? [chosen] : fields
}

/** The first of them that the caller may read. */
export function addressFieldOf(
  scope: Pick<Scope, 'access'>,
  method: DeliveryMethod,
  audience: Pick<Audience, 'addressFieldIds'>,
): FieldAccess | null {
  const found = addressFieldsOf(scope, method, audience).flatMap(
    ({ columnName }) => scope.access.fields.get(columnName) ?? [],
  )
  return found[0] ?? null
}

/** @throws AppError validation_failed with the path of a source that does not exist, or that the caller may not read */
export function resolveAudience(
  model: TeamModel,
  caller: Caller,
  method: DeliveryMethod,
  audience: Audience,
): ResolvedAudience {
  const subjects = (list: readonly AudienceSource[]) =>
    list.flatMap((source) => (source.kind === 'subject' ? [source.subjectId] : []))
  const includedSubjectIds = subjects(audience.include)
  const found = (['include', 'exclude'] as const).flatMap((list) =>
    audience[list].flatMap((source, n) =>
      source.kind === 'subject' ? [] : [{ list, ...compile(model, caller, source, `audience.${list}.${n}`) }],
    ),
  )
  const included = found.filter(({ list }) => list === 'include').map(({ homeId }) => homeId)
  const homeIds = includedSubjectIds.length > 0 ? peopleHomes(model) : included
  const homes = [...new Set(homeIds)]
    .sort((one, other) => one - other)
    .flatMap((homeId) => {
      const scope = scopeFor(model, caller, homeId)
      if (!scope) return []
      const of = (list: 'include' | 'exclude'): Sql =>
        any([
          ...found
            .filter((part) => part.list === list && part.homeId === homeId)
            .map(({ condition }) => condition),
          ...subjects(audience[list]).map((subjectId) => subscribes(scope.schema, method, subjectId)),
        ])
      const language = [...scope.access.fields.values()].find(({ field }) =>
        audience.languageFieldIds.includes(field.id),
      )
      return [
        {
          scope,
          include: of('include'),
          exclude: of('exclude'),
          address: addressFieldOf(scope, method, audience),
          language: language ?? null,
        },
      ]
    })
  return { homes, includedSubjectIds, excludedSubjectIds: subjects(audience.exclude) }
}

function peopleHomes(model: TeamModel): number[] {
  return [...model.collections.values()]
    .filter((one) => one.parentId === null && !one.deletedAt && one.representsPeople)
    .map(({ id }) => id)
}

function scopeFor(model: TeamModel, caller: Caller, homeId: number): Scope | null {
  try {
    return scopeOf(homeContext({ model, caller }, homeId))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Whether `h.hash` is that of a subscriber. */
export function subscribes(schema: string, method: DeliveryMethod, subjectId: number): Sql {
  return sql`exists (select from ${ident(schema, 'message_subscription')} s where s.subject_id = ${subjectId}
    and s.channel = ${method} and s.address_hash = h.hash and s.state = 'subscribed')`
}

function compile(
  model: TeamModel,
  caller: Caller,
  source: Exclude<AudienceSource, { kind: 'subject' }>,
  path: string,
): { homeId: number; condition: Sql } {
  try {
    return conditionOf(model, caller, source)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const code = source.kind === 'view' ? 'unknown_choice' : 'unknown_collection'
    throw new AppError('validation_failed', { errors: [{ path, code }], cause: error })
  }
}

function conditionOf(
  model: TeamModel,
  caller: Caller,
  source: Exclude<AudienceSource, { kind: 'subject' }>,
): { homeId: number; condition: Sql } {
  const view = source.kind === 'view' ? visibleView(model, caller, source.dataViewId) : null
  const dataCollectionId = view
    ? view.dataCollectionId
    : (source as { dataCollectionId: number }).dataCollectionId
  const collection = collectionOf(model, dataCollectionId)
  if (!representsPeople(model, collection)) throw new AppError('not_found')
  const scope = scopeOf(treeContext({ model, caller }, dataCollectionId))
  const parts = [livingRows(scope)]
  if (view?.filter) parts.push(filterToSql(view.filter, scope))
  if (source.kind === 'records')
    parts.push(sql`${ident(scope.alias, 'record_id')} = any(${source.dataRecordIds}::bigint[])`)
  return { homeId: collection.homeId, condition: sql`coalesce(${all(parts)}, false)` }
}

/** Somebody else's personal view is nobody's audience. */
function visibleView(model: TeamModel, caller: Caller, dataViewId: number) {
  const view = model.views.get(dataViewId)
  if (!view || (view.sharing === 'personal' && view.ownedBy !== caller.teamUserId))
    throw new AppError('not_found')
  return view
}
