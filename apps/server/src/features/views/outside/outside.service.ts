/** What visitors of a view outside the app may ask. */

import { AppError } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import type { Language } from '@muster/contract/paging'
import { viewTypes } from '@muster/contract/views/types/index'
import { fitsView } from '@muster/contract/views/views.rules'
import {
  type CalendarResult,
  displayOptionsSchema,
  type MapResult,
  type PublicQuery,
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
import { markedDays, oneText } from '../view-records.service.ts'
import { Answers } from './answers.ts'
import { type Outside, outsideOf, selectionOutside, withFields } from './definition.ts'
import { withOwnUrls } from './item-urls.ts'
import { languageFor, presentOutside } from './present-outside.ts'
import { addressOutside, recordsOutside } from './records-outside.ts'

type OutsideDeps = Pick<Deps, 'pool' | 'models' | 'live'>

/** Who asks for what: the view, and the languages he would like, the best first. */
export interface Visit {
  teamId: number
  dataViewId: number
  languages: readonly (Language | undefined)[]
}

export class OutsideService {
  private readonly deps: OutsideDeps
  private readonly answers: Answers
  private readonly counts: Counts
  private readonly anchors: Anchors

  constructor(deps: OutsideDeps) {
    this.deps = deps
    this.answers = new Answers(deps)
    const versions = new Versions(deps.live)
    this.counts = new Counts(deps.pool, versions)
    this.anchors = new Anchors(deps.pool, versions)
  }

  /** @throws AppError not_found */
  async open(visit: Visit): Promise<{ outside: Outside; language: Language }> {
    const model = await this.deps.models.get(visit.teamId)
    return { outside: outsideOf(model, visit.dataViewId), language: languageFor(model, visit.languages) }
  }

  /** Kept until somebody writes. @throws AppError not_found */
  private answer(
    visit: Visit,
    question: unknown,
    make: (outside: Outside, language: Language) => Promise<string>,
  ): Promise<string> {
    return withFreshModel(this.deps.models, visit.teamId, async () => {
      const { outside, language } = await this.open(visit)
      const text = JSON.stringify([language, question])
      // Questions are kept with their answers: nobody may fill the memory with them.
      if (text.length > longestQuestion) throw tooLong()
      return this.answers.get(outside, text, () => make(outside, language))
    })
  }

  get(visit: Visit): Promise<string> {
    return this.answer(visit, 'view', async (outside, language) =>
      JSON.stringify(await presentOutside(this.deps.pool, outside, language)),
    )
  }

  /** @throws AppError not_found, validation_failed, cursor_invalid */
  query(visit: Visit, { language: _language, from: _from, to: _to, ...body }: PublicQuery): Promise<string> {
    return this.answer(visit, ['query', body], async (outside, language) => {
      const selection = selectionOutside(outside, body)
      const { pageSize, showCount } = displayOptionsSchema.parse(outside.view.displayOptions)
      const offset = body.cursor === undefined ? (body.offset ?? 0) : offsetOf(body.cursor)
      const [page, total] = await Promise.all([
        this.page(selection, pageSize, offset),
        showCount ? this.counts.total(selection, 'exact') : { total: null, totalIsExact: false },
      ])
      const records = recordsOutside(outside, page.items, page.linked, language)
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

  /** By its id, or by the value of the view's URL field. @throws AppError not_found */
  record(visit: Visit, named: string): Promise<string> {
    return this.answer(visit, ['record', named], async (outside, language) => {
      for (const condition of conditionsFor(outside, named)) {
        const found = await this.one(outside, condition)
        if (found) return JSON.stringify(recordsOutside(outside, found.items, found.linked, language))
      }
      throw new AppError('not_found')
    })
  }

  private async one(
    outside: Outside,
    { field, filter }: NamedBy,
  ): Promise<{ items: string; linked: string } | null> {
    const { scope, where, order } = selectionOutside(outside, { filters: {} })
    const named = filterToSql(filter, field ? withFields(outside, [field]) : scope)
    const selection = selectionFrom(scope, all([where, named]), order)
    const page = onePage(await queryText(this.deps.pool, pageSql(selection, { limit: 1 }, null), false))
    return page.items === '[]' ? null : page
  }

  /** @throws AppError not_found where it is no calendar, validation_failed */
  calendar(visit: Visit, body: PublicQuery): Promise<string> {
    const { filters, search, from, to } = body
    if (!from || !to) throw required(from ? 'to' : 'from')
    return this.answer(visit, ['calendar', filters, search, from, to], async (outside) => {
      const statement = calendarOutside(outside, body, { from, to })
      const marks = outside.view.calendarDateInfo.flatMap(
        (info) => markedDays(outside.model, everything, info) ?? [],
      )
      const { pool } = this.deps
      const [found, info] = await Promise.all([
        oneText(pool, statement),
        oneText(pool, dateInfoSql(marks, from, to)),
      ])
      const events = await withOwnUrls<CalendarResult>(pool, outside, found, (one) =>
        one.events.map(({ id }) => id),
      )
      const { days } = JSON.parse(info) as { days: { imageUrl: string | null }[] }
      const moved = days.map((day) => ({ ...day, imageUrl: addressOutside(outside, day.imageUrl) }))
      return `${events.slice(0, -1)},"days":${JSON.stringify(moved)}}`
    })
  }

  /** @throws AppError not_found where it is no map, validation_failed */
  map(visit: Visit, { filters, search }: PublicQuery): Promise<string> {
    return this.answer(visit, ['map', filters, search], async (outside) => {
      const location = fieldOfKey(outside.model, outside.view, 'mapLocationDataFieldId')
      if (!location || viewTypes[outside.view.type].reads !== 'places') throw new AppError('not_found')
      const color = colorField(outside)
      const columns = { location: location.columnName, ...(color && { color: color.columnName }) }
      const scope = withFields(outside, [...outside.shown, location, ...(color ? [color] : [])])
      const { pool } = this.deps
      const statement = mapSql(selectionOutside(outside, { filters, search }, scope), columns, undefined)
      return withOwnUrls<MapResult>(pool, outside, await oneText(pool, statement), ({ ids }) => ids)
    })
  }
}

/** The statement for the events of a public calendar. @throws AppError not_found where it is none */
export function calendarOutside(
  outside: Outside,
  asked: Pick<PublicQuery, 'filters' | 'search'>,
  days: { from: string; to: string },
  length?: 'any',
): Sql {
  if (viewTypes[outside.view.type].reads !== 'events') throw new AppError('not_found')
  const { columns, fields } = calendarColumns(outside.model, outside.view)
  const color = colorField(outside)
  const scope = withFields(outside, [...outside.shown, ...fields, ...(color ? [color] : [])])
  return calendarSql(
    selectionOutside(outside, asked, scope),
    {
      ...columns,
      ...(color && { color: color.columnName }),
      // In a file of any length an event stands once, with the rule that it comes back.
      isYearly: length !== 'any' && displayOptionsSchema.parse(outside.view.displayOptions).isYearly,
    },
    days,
    length,
  )
}

/** The columns a calendar view is about. @throws AppError not_found where its start is gone */
export function calendarColumns(
  model: TeamModel,
  view: Outside['view'],
): { columns: Pick<CalendarColumns, 'start' | 'end' | 'allDay' | 'onlyStart'>; fields: FieldModel[] } {
  const start = fieldOfKey(model, view, 'eventStartDataFieldId')
  if (!start) throw new AppError('not_found')
  const given = fieldOfKey(model, view, 'eventEndDataFieldId')
  // An end of another kind than the start says nothing of it.
  const end = given?.type.storage === start.type.storage ? given : null
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

/** Colours are shown where the view says so. */
function colorField({ model, view }: Outside): FieldModel | null {
  const { colorDataFieldId } = displayOptionsSchema.parse(view.displayOptions)
  const field = colorDataFieldId === null ? undefined : model.fields.get(colorDataFieldId)
  return field && !field.deletedAt && fitsView('colorDataFieldId', field.dataType) ? field : null
}

interface NamedBy {
  field: FieldModel | null
  filter: Filter
}

function conditionsFor({ model, view }: Outside, named: string): NamedBy[] {
  const field = fieldOfKey(model, view, 'urlDataFieldId')
  const id = /^\d{1,15}$/.test(named) ? Number(named) : null
  const value = field?.type.storage === 'bigint' || field?.type.storage === 'id' ? id : named
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

/** A cursor tells how far; the values of the row it ends with may be hidden ones. */
const maxOffset = 100_000
const cursorOf = (offset: number): string => Buffer.from(`o${offset}`).toString('base64url')

function offsetOf(cursor: string): number {
  const [, digits] = /^o(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const offset = Number(digits ?? -1)
  if (offset < 0 || offset > maxOffset) throw new AppError('cursor_invalid')
  return offset
}

const longestQuestion = 10_000

function tooLong(): AppError {
  const params = { bound: longestQuestion }
  return new AppError('validation_failed', { errors: [{ path: 'filters', code: 'too_long', params }] })
}

function required(path: string): AppError {
  return new AppError('validation_failed', { errors: [{ path, code: 'required' }] })
}
