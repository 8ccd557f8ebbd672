/** Reads public views for visitors. */

import { AppError } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import type { Language } from '@muster/contract/paging'
import { viewTypes } from '@muster/contract/views/types/index'
import { canBeLanes, fitsView } from '@muster/contract/views/views.rules'
import {
  type CalendarResult,
  displayOptionsSchema,
  type MapResult,
  type PublicQuery,
  type PublicTimelineQuery,
  type TimelineResult,
} from '@muster/contract/views/views.schema'
import { fieldOfKey } from '../../../engine/public.design.ts'
import { all, filterToSql, pageSql, type Selection, selectionFrom } from '../../../engine/public.sql.ts'
import {
  Anchors,
  Counts,
  type Deps,
  everything,
  type FieldModel,
  type TeamModel,
  Versions,
  withFreshModel,
} from '../../../engine/public.ts'
import { queryText, type Sql } from '../../../platform/db.ts'
import { type CalendarColumns, calendarSql } from '../calendar.sql.ts'
import { dateInfoSql } from '../date-info.sql.ts'
import { mapSql } from '../map.sql.ts'
import { readTimeline } from '../read-timeline.ts'
import { markedDays, oneText } from '../view-records.service.ts'
import { withOwnUrls } from './item-urls.ts'
import { languageFor, presentPublicView } from './present-public-view.ts'
import { publicFileUrl, publicLinked, publicRecords } from './public-records.ts'
import { type PublicViewModel, publicSelection, publicViewOf, withFields } from './public-view.ts'
import { ResponseCache } from './response-cache.ts'

type PublicViewDeps = Pick<Deps, 'pool' | 'models' | 'live'>

/** The requested view, and the visitor's languages in order of preference. */
export interface Visit {
  teamId: number
  publicKey: string
  languages: readonly (Language | undefined)[]
}

export class PublicViewService {
  private readonly deps: PublicViewDeps
  private readonly cache: ResponseCache
  private readonly counts: Counts
  private readonly anchors: Anchors

  constructor(deps: PublicViewDeps) {
    this.deps = deps
    this.cache = new ResponseCache(deps)
    const versions = new Versions(deps.live)
    this.counts = new Counts(deps.pool, versions)
    this.anchors = new Anchors(deps.pool, versions)
  }

  /** @throws AppError not_found */
  async open(visit: Visit): Promise<{ publicView: PublicViewModel; language: Language }> {
    const model = await this.deps.models.get(visit.teamId)
    return {
      publicView: publicViewOf(model, visit.publicKey),
      language: languageFor(model, visit.languages),
    }
  }

  /** Cached until the next write in the team. @throws AppError not_found */
  private cached(
    visit: Visit,
    question: unknown,
    make: (publicView: PublicViewModel, language: Language) => Promise<string>,
  ): Promise<string> {
    return withFreshModel(this.deps.models, visit.teamId, async () => {
      const { publicView, language } = await this.open(visit)
      const text = JSON.stringify([language, question])
      // Questions are keys of the cache, and could fill the memory if their length were not limited.
      if (text.length > maxQuestionLength) throw tooLong()
      return this.cache.get(publicView, text, () => make(publicView, language))
    })
  }

  get(visit: Visit): Promise<string> {
    return this.cached(visit, 'view', async (publicView, language) =>
      JSON.stringify(await presentPublicView(this.deps.pool, publicView, language)),
    )
  }

  /** @throws AppError not_found, validation_failed, cursor_invalid */
  query(visit: Visit, { language: _language, from: _from, to: _to, ...body }: PublicQuery): Promise<string> {
    return this.cached(visit, ['query', body], async (publicView, language) => {
      const selection = publicSelection(publicView, body)
      const { pageSize, showCount } = displayOptionsSchema.parse(publicView.view.displayOptions)
      const offset = body.cursor === undefined ? (body.offset ?? 0) : offsetOf(body.cursor)
      const [page, total] = await Promise.all([
        this.page(selection, pageSize, offset),
        showCount ? this.counts.total(selection, 'exact') : { total: null, totalIsExact: false },
      ])
      const records = publicRecords(publicView, page.items, page.linked, language)
      const isFull = records.items.length === pageSize && offset + pageSize <= maxOffset
      return JSON.stringify({ ...records, ...total, nextCursor: isFull ? cursorOf(offset + pageSize) : null })
    })
  }

  private async page(
    selection: Selection,
    limit: number,
    offset: number,
  ): Promise<{ items: string; linked: string }> {
    const { after, skip } = await this.anchors.seek(selection, offset)
    return onePage(await queryText(this.deps.pool, pageSql(selection, { limit }, after, skip), false))
  }

  /** @param key the record's id, or its value in the view's URL field @throws AppError not_found */
  record(visit: Visit, key: string): Promise<string> {
    return this.cached(visit, ['record', key], async (publicView, language) => {
      for (const condition of conditionsFor(publicView, key)) {
        const found = await this.findOne(publicView, condition)
        if (found) return JSON.stringify(publicRecords(publicView, found.items, found.linked, language))
      }
      throw new AppError('not_found')
    })
  }

  private async findOne(
    publicView: PublicViewModel,
    { field, filter }: RecordMatch,
  ): Promise<{ items: string; linked: string } | null> {
    const { scope, where, order } = publicSelection(publicView, { filters: {} })
    const condition = filterToSql(filter, field ? withFields(publicView, [field]) : scope)
    const selection = selectionFrom(scope, all([where, condition]), order)
    const page = onePage(await queryText(this.deps.pool, pageSql(selection, { limit: 1 }, null), false))
    return page.items === '[]' ? null : page
  }

  /** @throws AppError not_found if the view is not a calendar, validation_failed */
  calendar(visit: Visit, body: PublicQuery): Promise<string> {
    const { filters, search, from, to } = body
    if (!from || !to) throw required(from ? 'to' : 'from')
    return this.cached(visit, ['calendar', filters, search, from, to], async (publicView) => {
      const statement = publicCalendarSql(publicView, body, { from, to })
      const marks = publicView.view.calendarDateInfo.flatMap(
        (info) => markedDays(publicView.model, everything, info) ?? [],
      )
      const { pool } = this.deps
      const [found, info] = await Promise.all([
        oneText(pool, statement),
        oneText(pool, dateInfoSql(marks, from, to)),
      ])
      const events = await withOwnUrls<CalendarResult>(pool, publicView, found, (one) =>
        one.events.map(({ id }) => id),
      )
      const { days } = JSON.parse(info) as { days: { imageUrl: string | null }[] }
      const publicDays = days.map((day) => ({ ...day, imageUrl: publicFileUrl(publicView, day.imageUrl) }))
      return `${events.slice(0, -1)},"days":${JSON.stringify(publicDays)}}`
    })
  }

  /** @throws AppError not_found if the view is not a map, validation_failed */
  map(visit: Visit, { filters, search }: PublicQuery): Promise<string> {
    return this.cached(visit, ['map', filters, search], async (publicView) => {
      const location = fieldOfKey(publicView.model, publicView.view, 'mapLocationDataFieldId')
      if (!location || viewTypes[publicView.view.type].reads !== 'places') throw new AppError('not_found')
      const color = colorField(publicView)
      const columns = { location: location.columnName, ...(color && { color: color.columnName }) }
      const scope = withFields(publicView, [...publicView.shown, location, ...(color ? [color] : [])])
      const { pool } = this.deps
      const statement = mapSql(publicSelection(publicView, { filters, search }, scope), columns, undefined)
      return withOwnUrls<MapResult>(pool, publicView, await oneText(pool, statement), ({ ids }) => ids)
    })
  }

  /** @throws AppError not_found if the view is not a timeline, validation_failed */
  timeline(visit: Visit, { filters, search, from, through, unit }: PublicTimelineQuery): Promise<string> {
    const asked = { from, through, unit }
    return this.cached(visit, ['timeline', filters, search, asked], async (publicView, language) => {
      const { model, view } = publicView
      const start = fieldOfKey(model, view, 'eventStartDataFieldId')
      if (!start || viewTypes[view.type].reads !== 'spans') throw new AppError('not_found')
      const end = fieldOfKey(model, view, 'eventEndDataFieldId')
      const color = colorField(publicView)
      const lane = laneField(publicView)
      const scope = withFields(
        publicView,
        [...publicView.shown, start, end, color].filter((field) => field !== null),
      )
      const columns = {
        start: start.columnName,
        ...(end && { end: end.columnName }),
        ...(color && { color: color.columnName }),
        ...(lane && { lane: lane.columnName }),
      }
      const { pool } = this.deps
      const text = await readTimeline(
        pool,
        publicSelection(publicView, { filters, search }, scope),
        columns,
        asked,
      )
      if (from === undefined) {
        const { overview } = JSON.parse(text) as Required<TimelineResult>
        const linked = publicLinked(publicView, overview.linked, language)
        return JSON.stringify({ overview: { ...overview, linked } })
      }
      return withOwnUrls<TimelineResult>(pool, publicView, text, ({ records = [] }) =>
        records.map(({ id }) => id),
      )
    })
  }
}

/** Selects the events of a public calendar. @throws AppError not_found if the view is not a calendar */
export function publicCalendarSql(
  publicView: PublicViewModel,
  query: Pick<PublicQuery, 'filters' | 'search'>,
  days: { from: string; to: string },
  length?: 'any',
): Sql {
  if (viewTypes[publicView.view.type].reads !== 'events') throw new AppError('not_found')
  const { columns, fields } = calendarColumns(publicView.model, publicView.view)
  const color = colorField(publicView)
  const scope = withFields(publicView, [...publicView.shown, ...fields, ...(color ? [color] : [])])
  return calendarSql(
    publicSelection(publicView, query, scope),
    {
      ...columns,
      ...(color && { color: color.columnName }),
      // A file has each event once, with a recurrence rule.
      isYearly: length !== 'any' && displayOptionsSchema.parse(publicView.view.displayOptions).isYearly,
    },
    days,
    length,
  )
}

/** The columns that a calendar view reads. @throws AppError not_found if its start field was deleted */
export function calendarColumns(
  model: TeamModel,
  view: PublicViewModel['view'],
): { columns: Pick<CalendarColumns, 'start' | 'end' | 'allDay' | 'onlyStart'>; fields: FieldModel[] } {
  const start = fieldOfKey(model, view, 'eventStartDataFieldId')
  if (!start) throw new AppError('not_found')
  const end = fieldOfKey(model, view, 'eventEndDataFieldId')
  const allDay = fieldOfKey(model, view, 'allDayDataFieldId')
  const onlyStart = fieldOfKey(model, view, 'onlyShowOnStartDateDataFieldId')
  return {
    columns: {
      start: start.columnName,
      ...(end && { end: end.columnName }),
      ...(allDay && { allDay: allDay.columnName }),
      ...(onlyStart && { onlyStart: onlyStart.columnName }),
    },
    fields: [start, end, allDay, onlyStart].filter((field) => field !== null),
  }
}

/** The field that colours items; null if the view sets none. */
function colorField({ model, view }: PublicViewModel): FieldModel | null {
  const { colorDataFieldId } = displayOptionsSchema.parse(view.displayOptions)
  const field = colorDataFieldId === null ? undefined : model.fields.get(colorDataFieldId)
  return field && !field.deletedAt && fitsView('colorDataFieldId', field.dataType) ? field : null
}

/** The field of the lanes; only a displayed one, whose values are public. */
function laneField({ model, view, displayed }: PublicViewModel): FieldModel | null {
  const { groupDataFieldId } = displayOptionsSchema.parse(view.displayOptions)
  const field = groupDataFieldId === null ? undefined : model.fields.get(groupDataFieldId)
  return field && displayed.has(field) && canBeLanes(field) ? field : null
}

interface RecordMatch {
  field: FieldModel | null
  filter: Filter
}

function conditionsFor({ model, view }: PublicViewModel, key: string): RecordMatch[] {
  const field = fieldOfKey(model, view, 'urlDataFieldId')
  const id = /^\d{1,15}$/.test(key) ? Number(key) : null
  const value = field?.type.storage === 'bigint' || field?.type.storage === 'id' ? id : key
  return [
    ...(field && value !== null
      ? [{ field, filter: { field: field.columnName, op: 'is' as const, value } }]
      : []),
    ...(id !== null && id > 0
      ? [{ field: null, filter: { field: '@id', op: 'is' as const, value: id } }]
      : []),
  ]
}

function onePage([row]: (string | null)[][]): { items: string; linked: string } {
  return { items: row?.[0] ?? '[]', linked: row?.[1] ?? '{}' }
}

/** Cursors contain an offset only: sort keys could be values of hidden fields. */
const maxOffset = 100_000
const cursorOf = (offset: number): string => Buffer.from(`o${offset}`).toString('base64url')

function offsetOf(cursor: string): number {
  const [, digits] = /^o(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const offset = Number(digits ?? -1)
  if (offset < 0 || offset > maxOffset) throw new AppError('cursor_invalid')
  return offset
}

const maxQuestionLength = 10_000

function tooLong(): AppError {
  const params = { max: maxQuestionLength }
  return new AppError('validation_failed', { errors: [{ path: 'filters', code: 'too_long', params }] })
}

function required(path: string): AppError {
  return new AppError('validation_failed', { errors: [{ path, code: 'required' }] })
}
