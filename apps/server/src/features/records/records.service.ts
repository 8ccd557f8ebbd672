/** Reading records: what a caller asks for becomes one statement whose JSON goes out as it is. */
import { AppError } from '@muster/contract/errors'
import type { AggregateBody, QueryBody } from '@muster/contract/records/records.schema'
import { texts } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { RawJson } from '../../platform/http/bind.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { accessTo } from './access.ts'
import { aggregateSql } from './query/aggregate.ts'
import { Anchors } from './query/anchors.ts'
import { Counts, type Total } from './query/counts.ts'
import { recordDetail } from './query/detail.ts'
import { Homes } from './query/homes.ts'
import { decodeCursor, encodeCursor, pageSql, type Selection, selectionOf } from './query/page.ts'
import { scopeOf } from './query/scope.ts'
import { searchAllSql } from './query/search-all.ts'
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
  async query(teamUser: TeamUser, dataCollectionId: number, body: QueryBody): Promise<RawJson> {
    const selection = await this.select(teamUser, dataCollectionId, body)
    const [page, total] = await Promise.all([this.page(selection, body), this.total(selection, body.count)])
    const next = page.last === null ? null : encodeCursor(selection.order, page.last)
    return new RawJson(
      `{"items":${page.items},"linked":${page.linked},"total":${total?.total ?? null},` +
        `"totalIsExact":${total?.totalIsExact ?? false},"nextCursor":${next === null ? 'null' : `"${next}"`}}`,
    )
  }

  private async select(teamUser: TeamUser, dataCollectionId: number, body: QueryBody): Promise<Selection> {
    const model = await this.deps.models.get(teamUser.teamId)
    const scope = scopeOf(model, teamUser, accessTo(model, teamUser, dataCollectionId))
    return selectionOf(scope, body)
  }

  private async page(
    selection: Selection,
    body: QueryBody,
  ): Promise<{ items: string; linked: string; last: string | null }> {
    const { after, skip } =
      body.cursor !== undefined
        ? { after: decodeCursor(selection.order, body.cursor), skip: body.offset ?? 0 }
        : await this.anchors.seek(selection, body.offset ?? 0)
    const [row] = await texts(this.deps.pool, pageSql(selection, body, after, skip))
    return { items: row?.[0] ?? '[]', linked: row?.[1] ?? '{}', last: row?.[2] ?? null }
  }

  private async total(selection: Selection, mode: QueryBody['count']): Promise<Total | null> {
    return mode === 'none' ? null : this.counts.total(selection, mode)
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

  async search(
    teamUser: TeamUser,
    asked: { q: string; limit: number; dataCollectionId?: number | undefined },
  ): Promise<RawJson> {
    const model = await this.deps.models.get(teamUser.teamId)
    const query = searchAllSql(model, teamUser, asked)
    if (!query) return new RawJson('{"items":[]}')
    const [row] = await texts(this.deps.pool, query)
    return new RawJson(`{"items":${row?.[0] ?? '[]'}}`)
  }

  /** Records of collections, as far as the caller sees them; keys are the ids asked for. */
  async countEach(teamUser: TeamUser, dataCollectionIds: readonly number[]): Promise<Map<number, Total>> {
    const model = await this.deps.models.get(teamUser.teamId)
    const counted = await Promise.all(
      dataCollectionIds.map(async (id): Promise<[number, Total]> => {
        const scope = scopeOf(model, teamUser, accessTo(model, teamUser, id))
        const selection = selectionOf(scope, {
          sort: [],
          deleted: false,
          filter: undefined,
          search: undefined,
        })
        return [id, await this.counts.total(selection, 'exact')]
      }),
    )
    return new Map(counted)
  }
}
