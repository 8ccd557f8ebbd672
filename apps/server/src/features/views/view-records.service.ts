/** Reads calendars, maps and timelines: one or two statements per response, including the reader's permissions. */

import { daysBetween } from '@muster/contract/fields/time/calendar'
import type { CalendarDateInfo } from '@muster/contract/views/types/calendar'
import type { CalendarBody, MapBody, TimelineBody } from '@muster/contract/views/views.schema'
import type pg from 'pg'
import { selectionOf } from '../../engine/public.sql.ts'
import {
  type Caller,
  type Deps,
  requestIndex,
  type Scope,
  scopeOf,
  type TeamModel,
  treeContext,
  withFreshModel,
} from '../../engine/public.ts'
import { type Hot, queryText, type Statement } from '../../platform/db.ts'
import { RawJson } from '../../platform/http/bind.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { SharedReads } from '../../platform/shared-statements.ts'
import { calendarSql } from './calendar.sql.ts'
import { wrong } from './columns.ts'
import { dateInfoSql, type MarkedDays } from './date-info.sql.ts'
import { mapSql } from './map.sql.ts'
import { readTimeline } from './read-timeline.ts'
import { viewOf } from './views.service.ts'

type ReadDeps = Pick<Deps, 'pool' | 'models' | 'jobs' | 'log'>

export class ViewRecords {
  private readonly deps: ReadDeps
  private readonly reads = new SharedReads()

  constructor(deps: ReadDeps) {
    this.deps = deps
  }

  /** @throws AppError not_found, filter_invalid, validation_failed */
  calendar(teamUser: TeamUser, dataCollectionId: number, body: CalendarBody): Promise<RawJson> {
    return this.read(teamUser, dataCollectionId, (scope) => {
      this.requestIndexes(scope, body)
      return this.one(
        scope,
        calendarSql(selectionFor(scope, body), body, body),
        hasStablePlan(body) && 'afterRepeats',
      )
    })
  }

  /** @throws AppError not_found, filter_invalid, validation_failed */
  timeline(teamUser: TeamUser, dataCollectionId: number, body: TimelineBody): Promise<RawJson> {
    return this.read(teamUser, dataCollectionId, (scope) => {
      this.requestIndexes(scope, body)
      return readTimeline(this.deps.pool, selectionFor(scope, body), body, body)
    })
  }

  /** @throws AppError not_found, filter_invalid, validation_failed */
  map(teamUser: TeamUser, dataCollectionId: number, body: MapBody): Promise<RawJson> {
    return this.read(teamUser, dataCollectionId, (scope) =>
      this.one(scope, mapSql(selectionFor(scope, body), body, body.bounds)),
    )
  }

  /** As bytes, because all records of a map may be megabytes. */
  private async one({ access }: Scope, statement: Statement, isHot: Hot = false): Promise<RawJson['json']> {
    const row = await this.reads.row(this.deps.pool, access, statement, isHot)
    return row?.[0] ?? '{}'
  }

  private requestIndexes(scope: Scope, { start, end }: Pick<TimelineBody, 'start' | 'end'>): void {
    for (const column of [start, end]) {
      const field = column === undefined ? undefined : scope.access.fields.get(column)?.field
      if (field) requestIndex(this.deps, scope.model, { field, kind: 'sort' })
    }
  }

  private read(
    teamUser: TeamUser,
    dataCollectionId: number,
    json: (scope: Scope) => Promise<RawJson['json']>,
  ): Promise<RawJson> {
    return withFreshModel(this.deps.models, teamUser.teamId, async () => {
      const model = await this.deps.models.get(teamUser.teamId)
      const scope = scopeOf(treeContext({ model, caller: teamUser }, dataCollectionId))
      return new RawJson(await json(scope))
    })
  }

  /** @throws AppError not_found, validation_failed */
  dateInfo(
    teamUser: TeamUser,
    viewId: number,
    { from, to, autoUpdate }: { from: string; to: string; autoUpdate?: '0' | '1' | undefined },
  ): Promise<RawJson> {
    return withFreshModel(this.deps.models, teamUser.teamId, async () => {
      const model = await this.deps.models.get(teamUser.teamId)
      const view = viewOf(model, teamUser, viewId)
      if (to <= from) throw wrong('to', 'range_reversed')
      const infos = view.calendarDateInfo.filter(
        (info) => autoUpdate === undefined || info.autoUpdate === (autoUpdate === '1'),
      )
      const marks = infos.flatMap((info) => markedDays(model, teamUser, info) ?? [])
      return new RawJson(await oneText(this.deps.pool, dateInfoSql(marks, from, to)))
    })
  }
}

/** Null if the caller may not read the date field. */
export function markedDays(model: TeamModel, caller: Caller, info: CalendarDateInfo): MarkedDays | null {
  const date = model.fields.get(info.dateDataFieldId)
  const image = info.imageDataFieldId === null ? undefined : model.fields.get(info.imageDataFieldId)
  if (!date) return null
  try {
    const scope = scopeOf(treeContext({ model, caller }, info.dataCollectionId))
    if (scope.access.fields.get(date.columnName)?.field !== date) return null
    return { scope, date, image: image ?? null }
  } catch {
    return null
  }
}

/** Two months, in days. */
const longestPage = 62

/**
 * Whether one plan suits all such requests: a page of a calendar has few of its records, which an index finds.
 * Longer ranges and conditions need a plan of their own.
 */
function hasStablePlan({ from, to, filter, search }: CalendarBody): boolean {
  return daysBetween(from, to) <= longestPage && !filter && !search?.trim()
}

function selectionFor(scope: Scope, { filter, search }: Pick<MapBody, 'filter' | 'search'>) {
  return selectionOf(scope, { filter, search, sort: [], deleted: false })
}

/** The JSON text that a statement returns. */
export async function oneText(pool: pg.Pool, statement: Statement): Promise<string> {
  const [row] = await queryText(pool, statement, false)
  return row?.[0] ?? '{}'
}
