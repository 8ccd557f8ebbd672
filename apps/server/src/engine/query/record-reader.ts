/** Reads records: each query is one statement, whose JSON is sent unchanged. */

import { AppError } from '@muster/contract/errors'
import type {
  AggregateBody,
  Neighbours,
  NeighboursBody,
  QueryBody,
  QuerySort,
  StatCards,
} from '@muster/contract/records/records.schema'
import { canShareStatement, queryText, type Statement } from '../../platform/db.ts'
import { RawJson } from '../../platform/http/bind.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { SharedReads, SharedStatements } from '../../platform/shared-statements.ts'
import type { CollectionAccess } from '../access/access.ts'
import { prepared } from '../access/prepared.ts'
import { scopeOf } from '../access/scope.ts'
import { sharedAmong } from '../access/shared-among.ts'
import { homeContext, type PoolContext, treeContext } from '../access/tree-context.ts'
import type { Deps } from '../deps.ts'
import {
  isFoundByValue,
  requestGroupIndex,
  requestMemberIndexes,
  requestPageIndexes,
} from '../indexes/request-indexes.ts'
import { aggregateSql } from './aggregate.ts'
import { Anchors } from './anchors.ts'
import { Counts, type Total } from './counts.ts'
import { recordDetail, recordDetails } from './detail.ts'
import { Homes } from './homes.ts'
import { Kept } from './kept.ts'
import { neighboursOf } from './neighbours.ts'
import { decodeCursor, encodeCursor, maxSkip, pageSql, type Selection, selectionOf } from './page.ts'
import { ownOrder } from './sort.ts'
import { statCards } from './stat-cards.ts'
import { Versions } from './versions.ts'

/** Aggregates that are kept, and the characters of the longest. */
const maxKept = 500
const maxKeptText = 20_000

const beforeItems = Buffer.from('{"items":')
const beforeLinked = Buffer.from(',"linked":')

export class RecordReader {
  private readonly deps: Deps
  private readonly versions: Versions
  private readonly aggregates = new Kept<string>(maxKept)
  private readonly anchors: Anchors
  private readonly counts: Counts
  private readonly homes: Homes
  private readonly pages = new SharedReads()
  private readonly details = new SharedStatements<number, string | null>()

  constructor(deps: Deps) {
    this.deps = deps
    this.versions = new Versions(deps.live)
    this.anchors = new Anchors(deps.pool, this.versions)
    this.counts = new Counts(deps.pool, this.versions)
    this.homes = new Homes(deps.pool)
  }

  /** @throws AppError not_found, filter_invalid, cursor_invalid */
  async query(teamUser: TeamUser, dataCollectionId: number, requested: QueryBody): Promise<RawJson> {
    const tree = await this.tree(teamUser, dataCollectionId)
    const { access } = tree
    const body = { ...requested, sort: sortOf(access, requested.sort) }
    requestPageIndexes(this.deps, tree, body)
    let compiled: Selection | undefined
    const selection = (): Selection => {
      compiled ??= selectionOf(scopeOf(tree), body)
      return compiled
    }
    // Throws for an invalid filter before the page is started, whose rejection would be unhandled.
    if (body.count !== 'none') selection()
    const [page, total] = await Promise.all([
      this.page(access, selection, body),
      body.count === 'none' ? null : this.counts.total(selection(), body.count),
    ])
    const next = page.last === null ? 'null' : `"${encodeCursor(body.sort, page.last)}"`
    const rest = `,"total":${total?.total ?? null},"totalIsExact":${total?.totalIsExact ?? false},"nextCursor":${next}}`
    return new RawJson(Buffer.concat([beforeItems, page.items, beforeLinked, page.linked, Buffer.from(rest)]))
  }

  private async page(
    access: CollectionAccess,
    selection: () => Selection,
    body: QueryBody,
  ): Promise<{ items: Buffer; linked: Buffer; last: string | null }> {
    const statement = await this.pageStatement(access, selection, body)
    const isHot = isPlain(body) || (hasStablePlan(access, body) && 'afterRepeats')
    const row = await this.pages.row(this.deps.pool, access, statement, isHot)
    const [items, linked, last] = row as (Buffer | null)[]
    return { items: items as Buffer, linked: linked as Buffer, last: last?.toString() ?? null }
  }

  /**
   * The statement of a page; cached for a first page without a filter, as it depends only on the caller's
   * access.
   */
  private async pageStatement(
    access: CollectionAccess,
    selection: () => Selection,
    body: QueryBody,
  ): Promise<Statement> {
    if (body.cursor !== undefined) {
      // Cursors allow only small offsets; longer jumps have an offset and no cursor.
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

  /** @throws AppError not_found, filter_invalid */
  async neighbours(teamUser: TeamUser, dataCollectionId: number, body: NeighboursBody): Promise<Neighbours> {
    const tree = await this.tree(teamUser, dataCollectionId)
    const { filter, search } = body
    const sort = sortOf(tree.access, body.sort)
    const selection = selectionOf(scopeOf(tree), { filter, sort, search, deleted: false })
    return neighboursOf(this.deps.pool, selection, body.dataRecordId)
  }

  /** @throws AppError not_found, filter_invalid */
  async aggregate(teamUser: TeamUser, dataCollectionId: number, body: AggregateBody): Promise<RawJson> {
    const tree = await this.tree(teamUser, dataCollectionId)
    const scope = scopeOf(tree)
    const statement = aggregateSql(scope, body)
    requestGroupIndex(this.deps, tree, body)
    const key = `${statement.text}\n${JSON.stringify(statement.values)}`
    const version = this.versions.of(scope, false)
    const known = this.aggregates.get(key, version)
    if (known) return new RawJson(known)
    const [row] = await queryText(this.deps.pool, statement)
    const text = row?.[0] ?? '{"groups":[],"linked":{}}'
    if (text.length <= maxKeptText) this.aggregates.keep(key, version, text)
    return new RawJson(text)
  }

  /** @throws AppError not_found */
  async get(teamUser: TeamUser, recordId: number): Promise<RawJson> {
    const context = await this.context(teamUser)
    const text = await this.homes.find(context.model, recordId, (home) =>
      this.detail(homeContext(context, home), recordId),
    )
    if (text === null) throw new AppError('not_found')
    return new RawJson(text)
  }

  private detail(context: PoolContext, recordId: number): Promise<string | null> {
    if (!canShareStatement(context.executor)) return recordDetail(context, recordId)
    return this.details.run(context.access, sharedAmong(context), recordId, (ids) =>
      recordDetails(context, ids),
    )
  }

  /** Numbers of records now and a month ago, for the dashboard. */
  async statCards(teamUser: TeamUser): Promise<StatCards> {
    return statCards(await this.context(teamUser))
  }

  /** Numbers of records that the caller may see, by collection id. */
  async countEach(teamUser: TeamUser, dataCollectionIds: readonly number[]): Promise<Map<number, Total>> {
    const context = await this.context(teamUser)
    const selections = dataCollectionIds.map((id) => {
      const tree = treeContext(context, id)
      requestMemberIndexes(this.deps, tree)
      return selectionOf(scopeOf(tree), { sort: [], deleted: false, filter: undefined, search: undefined })
    })
    const totals = await this.counts.totals(selections)
    const counted = dataCollectionIds.map((id, n): [number, Total] => [id, totals[n] as Total])
    return new Map(counted)
  }

  private async context(teamUser: TeamUser): Promise<Omit<PoolContext, 'access'>> {
    return {
      model: await this.deps.models.get(teamUser.teamId),
      caller: teamUser,
      executor: this.deps.pool,
    }
  }

  private async tree(teamUser: TeamUser, dataCollectionId: number): Promise<PoolContext> {
    return treeContext(await this.context(teamUser), dataCollectionId)
  }
}

/** The requested order, or the collection's own one without fields that the caller may not see. */
function sortOf({ collection, fields }: CollectionAccess, requested: QuerySort): QuerySort {
  if (requested.length > 0) return requested
  const own = ownOrder(collection)
  return own.filter(({ field }) => field.startsWith('@') || fields.has(field))
}

/**
 * Whether one generic plan suits all values: an index finds records by one value in the list's order. Other
 * conditions need a custom plan, because a good plan for rare values may be bad for frequent ones.
 */
function hasStablePlan(access: CollectionAccess, { filter, search, sort }: QueryBody): boolean {
  if (!filter || search?.trim() || sort.length > 1) return false
  return isFoundByValue(access, filter)
}

function isPlain({ filter, search, marks }: QueryBody): boolean {
  return !filter && !search?.trim() && !marks?.length
}
