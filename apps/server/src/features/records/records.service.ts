/** Reading records: what a caller asks for becomes one statement whose JSON goes out as it is. */
import { AppError } from '@muster/contract/errors'
import type { Condition, Filter } from '@muster/contract/filters/ast'
import type { Operator } from '@muster/contract/filters/operators'
import type {
  AggregateBody,
  Neighbours,
  NeighboursBody,
  QueryBody,
  QuerySort,
  StatCards,
} from '@muster/contract/records/records.schema'
import { type Statement, texts } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { RawJson } from '../../platform/http/bind.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import type { FieldModel, TeamModel } from '../../platform/model/model.ts'
import { hasEquals, requestIndex } from '../fields/indexes.ts'
import { answeredByViews } from '../views/indexes/wanted.ts'
import { accessTo, type CollectionAccess } from './access.ts'
import { prepared } from './prepared.ts'
import { aggregateSql } from './query/aggregate.ts'
import { Anchors } from './query/anchors.ts'
import { Counts, type Total } from './query/counts.ts'
import { recordDetail } from './query/detail.ts'
import { Homes } from './query/homes.ts'
import { neighboursOf } from './query/neighbours.ts'
import { decodeCursor, encodeCursor, maxSkip, pageSql, type Selection, selectionOf } from './query/page.ts'
import { scopeOf } from './query/scope.ts'
import { ownOrder } from './query/sort.ts'
import { statCards } from './query/stat-cards.ts'
import { Versions } from './query/versions.ts'

export class RecordReader {
  private readonly deps: Deps
  private readonly anchors: Anchors
  private readonly counts: Counts
  private readonly homes: Homes

  constructor(deps: Deps) {
    this.deps = deps
    const versions = new Versions(deps.live)
    this.anchors = new Anchors(deps.pool, versions)
    this.counts = new Counts(deps.pool, versions)
    this.homes = new Homes(deps.pool)
  }

  /** @throws AppError not_found, filter_invalid, cursor_invalid */
  async query(teamUser: TeamUser, dataCollectionId: number, asked: QueryBody): Promise<RawJson> {
    const model = await this.deps.models.get(teamUser.teamId)
    const access = accessTo(model, teamUser, dataCollectionId)
    const body = { ...asked, sort: sortOf(access, asked.sort) }
    this.askForIndexes(model, access, body)
    let made: Selection | undefined
    const selection = (): Selection => {
      made ??= selectionOf(scopeOf(model, teamUser, access), body)
      return made
    }
    // A filter that is refused is refused here: thrown below, it would leave the page's own refusal to nobody.
    if (body.count !== 'none') selection()
    const [page, total] = await Promise.all([
      this.page(access, selection, body),
      body.count === 'none' ? null : this.counts.total(selection(), body.count),
    ])
    const next = page.last === null ? 'null' : `"${encodeCursor(body.sort, page.last)}"`
    return new RawJson(
      `{"items":${page.items},"linked":${page.linked},"total":${total?.total ?? null},` +
        `"totalIsExact":${total?.totalIsExact ?? false},"nextCursor":${next}}`,
    )
  }

  private async page(
    access: CollectionAccess,
    selection: () => Selection,
    body: QueryBody,
  ): Promise<{ items: string; linked: string; last: string | null }> {
    const statement = await this.pageStatement(access, selection, body)
    const [row] = await texts(
      this.deps.pool,
      statement,
      isPlain(body) || (isSteady(access, body) && 'onceRepeated'),
    )
    return { items: row?.[0] ?? '[]', linked: row?.[1] ?? '{}', last: row?.[2] ?? null }
  }

  /** The text of a page without a condition depends on nothing but who asks, and is put together once. */
  private async pageStatement(
    access: CollectionAccess,
    selection: () => Selection,
    body: QueryBody,
  ): Promise<Statement> {
    if (body.cursor !== undefined) {
      // A step from a cursor is short; a jump goes by its offset alone.
      if ((body.offset ?? 0) >= maxSkip) throw new AppError('cursor_invalid')
      return pageSql(
        selection(),
        body,
        decodeCursor(body.sort, selection().order, body.cursor),
        body.offset ?? 0,
      )
    }
    const offset = body.offset ?? 0
    if (offset === 0 && isPlain(body)) {
      const shape = `page ${body.limit} ${body.deleted} ${JSON.stringify([body.sort, body.fields])}`
      return prepared(access, shape, {}, () => pageSql(selection(), body, null))
    }
    const { after, skip } = await this.anchors.seek(selection(), offset)
    return pageSql(selection(), body, after, skip)
  }

  /** What people sort and search by gets its index in the background. */
  private askForIndexes(model: TeamModel, access: CollectionAccess, { sort, filter }: QueryBody): void {
    const fieldOf = (name: string | undefined): FieldModel | undefined =>
      name === undefined ? undefined : access.fields.get(name)?.field
    const sortField = sort.length === 1 ? fieldOf(sort[0]?.field) : undefined
    if (sortField) requestIndex(this.deps, model, { field: sortField, kind: 'sort' })
    if (!filter) return
    for (const { field: name, op } of conditionsOf(filter)) {
      const field = fieldOf(name)
      if (field && searchedWithin.has(op)) requestIndex(this.deps, model, { field, kind: 'contains' })
    }
    const together = everyCondition(filter)
    const asked = new Set(together.flatMap(({ field }) => fieldOf(field)?.id ?? []))
    const answered = answeredByViews(model, asked, sortField)
    for (const { field: name, op } of together) {
      const field = fieldOf(name)
      if (!field || !oneValue.has(op) || !hasEquals(field) || answered.has(field.id)) continue
      requestIndex(this.deps, model, { field, kind: 'equal', sortField })
    }
  }

  /** Who is in a smart collection is asked at every look at a side bar. */
  private askForMembersIndexes(model: TeamModel, { collection, home }: CollectionAccess): void {
    const filter = collection.isSmartCollection ? collection.membershipDataFilter : null
    if (!filter) return
    for (const { field: name, op } of conditionsOf(filter)) {
      const field = home.fieldsByColumn.get(name)
      if (!field) continue
      if (searchedWithin.has(op)) requestIndex(this.deps, model, { field, kind: 'contains' })
      if (oneValue.has(op) && hasEquals(field)) requestIndex(this.deps, model, { field, kind: 'equal' })
      if (bounded.has(op)) requestIndex(this.deps, model, { field, kind: 'sort' })
    }
  }

  /** @throws AppError not_found, filter_invalid */
  async neighbours(teamUser: TeamUser, dataCollectionId: number, body: NeighboursBody): Promise<Neighbours> {
    const model = await this.deps.models.get(teamUser.teamId)
    const access = accessTo(model, teamUser, dataCollectionId)
    const { filter, search } = body
    const sort = sortOf(access, body.sort)
    const selection = selectionOf(scopeOf(model, teamUser, access), { filter, sort, search, deleted: false })
    return neighboursOf(this.deps.pool, selection, body.dataRecordId)
  }

  /** @throws AppError not_found, filter_invalid */
  async aggregate(teamUser: TeamUser, dataCollectionId: number, body: AggregateBody): Promise<RawJson> {
    const model = await this.deps.models.get(teamUser.teamId)
    const scope = scopeOf(model, teamUser, accessTo(model, teamUser, dataCollectionId))
    const [row] = await texts(this.deps.pool, aggregateSql(scope, body))
    return new RawJson(row?.[0] ?? '{"groups":[],"linked":{}}')
  }

  /** @throws AppError not_found */
  async get(teamUser: TeamUser, recordId: number): Promise<RawJson> {
    const model = await this.deps.models.get(teamUser.teamId)
    const text = await this.homes.find(model, recordId, (dataCollectionId) =>
      recordDetail(this.deps.pool, model, teamUser, dataCollectionId, recordId),
    )
    if (text === null) throw new AppError('not_found')
    return new RawJson(text)
  }

  /** What the dashboard compares. */
  async statCards(teamUser: TeamUser): Promise<StatCards> {
    return statCards(this.deps.pool, await this.deps.models.get(teamUser.teamId), teamUser)
  }

  /** Records of collections, as far as the caller sees them; keys are the ids asked for. */
  async countEach(teamUser: TeamUser, dataCollectionIds: readonly number[]): Promise<Map<number, Total>> {
    const model = await this.deps.models.get(teamUser.teamId)
    const selections = dataCollectionIds.map((id) => {
      const access = accessTo(model, teamUser, id)
      this.askForMembersIndexes(model, access)
      const asked = { sort: [], deleted: false, filter: undefined, search: undefined }
      return selectionOf(scopeOf(model, teamUser, access), asked)
    })
    const totals = await this.counts.totals(selections)
    const counted = dataCollectionIds.map((id, n): [number, Total] => [id, totals[n] as Total])
    return new Map(counted)
  }
}

/** The collection's own order where nothing else is asked for; not by what the caller may not see. */
function sortOf({ collection, fields }: CollectionAccess, asked: QuerySort): QuerySort {
  if (asked.length > 0) return asked
  const own = ownOrder(collection)
  return own.filter(({ field }) => field.startsWith('@') || fields.has(field))
}

const searchedWithin: ReadonlySet<Operator> = new Set<Operator>(['contains', 'startsWith', 'endsWith'])
const bounded: ReadonlySet<Operator> = new Set<Operator>([
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'before',
  'after',
])
const oneValue: ReadonlySet<Operator> = new Set<Operator>(['is', 'anyOf', 'on'])

/** Conditions of a tree on the records themselves, not on those they link to. */
function conditionsOf(filter: Filter): Condition[] {
  if ('and' in filter) return filter.and.flatMap(conditionsOf)
  if ('or' in filter) return filter.or.flatMap(conditionsOf)
  return 'not' in filter ? [] : [filter]
}

/** Conditions that every record found meets. */
function everyCondition(filter: Filter): Condition[] {
  if ('and' in filter) return filter.and.flatMap(everyCondition)
  return 'or' in filter || 'not' in filter ? [] : [filter]
}

/**
 * Whether the same plan is good for all values: it finds what is equal by an index in the list's order. Elsewhere a plan
 * for rare values may be a bad one for frequent ones, and PostgreSQL makes one for each.
 */
function isSteady({ fields }: CollectionAccess, { filter, search, sort }: QueryBody): boolean {
  if (!filter || search?.trim() || sort.length > 1) return false
  return everyCondition(filter).some(({ field: name, op }) => {
    const field = fields.get(name)?.field
    return op === 'is' && field !== undefined && hasEquals(field)
  })
}

function isPlain({ filter, search }: QueryBody): boolean {
  return !filter && !search?.trim()
}
