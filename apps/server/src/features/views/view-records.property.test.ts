/**
 * Calendars, maps and timelines of random records, read with different permissions, match a simple in-memory
 * implementation.
 */

import { addDays, daysInMonth, dayToMs, formatDay } from '@muster/contract/fields/time/calendar'
import { dayAt, toInstant, toWall } from '@muster/contract/fields/time/zone'
import type { Filter } from '@muster/contract/filters/ast'
import { evaluate } from '@muster/contract/filters/evaluate'
import { recordsApi } from '@muster/contract/records/records.api'
import { nextUnit, type TimeUnit, timeUnits, unitStart } from '@muster/contract/views/time-units'
import { viewsApi } from '@muster/contract/views/views.api'
import { mostSpans } from '@muster/contract/views/views.schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { addFields } from '../../engine/model/add-fields.ts'
import { changeModel } from '../../engine/model/change-model.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { viewsRoutes } from './views.routes.ts'

const timeZone = 'America/New_York'

interface Person {
  id: number
  name: string
  values: Record<string, unknown>
}

let deps: TestDeps
let world: TestWorld
let people: Person[]
/** Each reader with the part of a record that they see; undefined if they see none. */
let readers: { client: Client; sees(person: Person): Person | undefined }[]

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 4 })
const day = (from: string, span: number) =>
  fc.oneof(
    fc.integer({ min: 0, max: span }).map((n) => addDays(from, n)!),
    fc.constantFrom('2024-02-29', '2024-02-28', '2024-03-01', '2023-12-31', '2024-01-01', '1980-02-29'),
  )
const instant = fc.oneof(
  fc.integer({ min: 0, max: 800 * 24 * 4 }).map((quarter) => Date.UTC(2023, 10, 1) + quarter * 900_000),
  // Midnights of the zone, and the hours skipped and repeated by daylight saving.
  fc
    .constantFrom('2024-03-10', '2024-11-03', '2024-02-01', '2024-02-02')
    .map((d) => toInstant(dayToMs(d)!, timeZone)),
  fc.constantFrom(Date.UTC(2024, 2, 10, 7), Date.UTC(2024, 10, 3, 5, 30), Date.UTC(2024, 10, 3, 6, 30)),
)
const degrees = (most: number) => fc.integer({ min: -most * 4, max: most * 4 }).map((n) => n / 4)

const values = fc.record({
  name: fc.constantFrom('Ana', 'Bo', 'Čeněk', 'Ana', ''),
  score: maybe(fc.integer({ min: 0, max: 10 })),
  born: maybe(day('2023-12-20', 500)),
  ends: maybe(day('2023-12-20', 600)),
  // Years, and numbers that are none.
  year: maybe(
    fc.oneof(
      fc.integer({ min: 2022, max: 2026 }),
      fc.constantFrom(1, 9999, 0, -44, 10_000, Number.MAX_SAFE_INTEGER),
    ),
  ),
  seen_at: maybe(instant.map((ms) => new Date(ms).toISOString())),
  ends_at: maybe(instant.map((ms) => new Date(ms).toISOString())),
  term: maybe(
    fc
      .tuple(maybe(day('2023-12-20', 500)), maybe(fc.integer({ min: 0, max: 60 })))
      .filter(([start, length]) => start !== null || length !== null)
      .map(([start, length]) => ({
        start,
        end: length === null ? null : addDays(start ?? '2024-02-10', length)!,
      })),
  ),
  is_member: maybe(fc.boolean()),
  only_start: maybe(fc.boolean()),
  party: maybe(fc.nat({ max: 2 })),
  address: maybe(
    fc
      .record({ isKnown: fc.integer({ min: 0, max: 4 }), lat: degrees(90), lng: degrees(180) })
      .map(({ isKnown, lat, lng }) => ({
        city: 'Here',
        ...(isKnown > 0 ? { lat, lng } : { lat: null, lng: null }),
      })),
  ),
})

beforeAll(async () => {
  deps = await testDeps()
  const app = await testApp(deps, (bindTo) => {
    bindTo(viewsApi, viewsRoutes(deps))
    bindTo(recordsApi, recordsRoutes(deps))
  })
  world = await aWorld(deps)
  await changeModel(deps, world.team.teamId, async (change) => {
    await addFields(change, world.people, [
      { title: 'ends', columnName: 'ends', dataType: 'date' },
      { title: 'ends_at', columnName: 'ends_at', dataType: 'date_time' },
      { title: 'year', columnName: 'year', dataType: 'number' },
      { title: 'only_start', columnName: 'only_start', dataType: 'boolean' },
    ])
  })
  const { tableName } = (await world.model()).collections.get(world.parties)!
  await deps.pool.query(
    `update "${world.team.schema}"."${tableName}" set color = case when record_id <> $1 then '#' || record_id end`,
    [world.partyIds[2]],
  )
  const admin = clientOf(app, world.team.admin)
  const given = fc.sample(values, 1400).map(({ party, ...rest }) => ({
    ...rest,
    party: party === null ? null : world.partyIds[party],
  }))
  people = []
  for (let at = 0; at < given.length; at += 700) {
    const part = given.slice(at, at + 700)
    const made = await admin.ok(recordsApi.bulk, {
      params: { teamId: world.team.teamId, dataCollectionId: world.people },
      body: { create: part.map((one) => ({ values: one })) },
    })
    expect(made.rejected).toEqual([])
    people.push(...made.created.map((id, n) => ({ id, name: part[n]!.name, values: part[n]! })))
  }
  const rowFilter = { field: 'score', op: 'gt', value: 3 } as const
  const fields = [...(await world.access(world.team.admin.teamUser)).fields.values()].map(
    ({ field }) => field,
  )
  await world.team.setMemberGrants([])
  const clerk = await world.team.user({
    grants: [
      { permission: 'read_data_field_data', dataCollectionId: world.parties },
      ...fields.map(({ id, columnName }) => ({
        permission: 'read_data_field_data' as const,
        dataFieldId: id,
        // They see every score, but the other fields only where the row filter matches.
        ...(columnName === 'score' ? {} : { rowFilter }),
      })),
    ],
  })
  readers = [
    { client: admin, sees: (person) => person },
    {
      client: clientOf(app, clerk),
      sees: (person) =>
        Number(person.values.score ?? 0) > 3
          ? person
          : { id: person.id, name: '', values: { score: person.values.score } },
    },
  ]
})
afterAll(() => deps?.close())

const filters: (Filter | undefined)[] = [
  undefined,
  { field: 'score', op: 'gte', value: 5 },
  {
    or: [
      { field: 'is_member', op: 'is', value: true },
      { field: 'born', op: 'isEmpty' },
    ],
  },
]

async function seenBy(reader: number, filter: Filter | undefined): Promise<Person[]> {
  const { fields } = await world.access(world.team.admin.teamUser)
  const context = { fields: [...fields.values()].map(({ field }) => field), now: new Date(), timeZone }
  return people
    .flatMap((person) => readers[reader]!.sees(person) ?? [])
    .filter((person) => !filter || evaluate(filter, person as never, context as never))
}

interface CalendarRequest {
  start: 'born' | 'seen_at' | 'term' | 'year'
  end?: 'ends' | 'ends_at' | 'year'
  allDay?: 'is_member'
  onlyStart?: 'only_start'
  color?: 'party'
  isYearly: boolean
  from: string
  to: string
}

/** First and last day, and the instants of a timed event. */
function spanOf({ values }: Person, request: CalendarRequest) {
  const start = values[request.start]
  if (request.start === 'year') {
    if (typeof start !== 'number' || start < 1 || start > 9999) return null
    const first = formatDay(start, 1, 1)
    return { first, last: first, hasEnd: false, isAllDay: true, year: start }
  }
  if (!start) return null
  // An end of another type than the start is ignored.
  const own =
    request.end && request.end !== 'year' ? (values[request.end] as string | null | undefined) : null
  const isOnlyStart = request.onlyStart !== undefined && values[request.onlyStart] === true
  if (request.start === 'term') {
    const term = start as { start: string | null; end: string | null }
    const first = (term.start ?? term.end)!
    const hasEnd = !isOnlyStart && term.start !== null && term.end !== null && term.end > term.start
    return { first, last: hasEnd ? term.end! : first, hasEnd, isAllDay: true }
  }
  if (request.start === 'born') {
    const hasEnd = !isOnlyStart && !!own && own > String(start)
    return { first: start as string, last: hasEnd ? own! : (start as string), hasEnd, isAllDay: true }
  }
  const startAt = Date.parse(String(start))
  const endAt = own ? Date.parse(own) : null
  const hasEnd = !isOnlyStart && endAt !== null && endAt > startAt
  const first = dayAt(startAt, timeZone)!
  const last = hasEnd ? dayAt(endAt! - 1, timeZone)! : first
  const isAllDay = request.allDay !== undefined && values[request.allDay] === true
  return { first, last, hasEnd, isAllDay, startAt, endAt }
}

const daysFrom = (first: string, last: string): number => (dayToMs(last)! - dayToMs(first)!) / 86_400_000

/** The same day of another year; 29 February becomes 28 February in years without one. */
function inYear(first: string, year: number): string {
  const [month, date] = [Number(first.slice(5, 7)), Number(first.slice(8, 10))]
  return formatDay(year, month, Math.min(date, daysInMonth(year, month)))
}

/** For wall times that occur twice, PostgreSQL picks the later instant. */
function later(wall: number): number {
  const instant = toInstant(wall, timeZone)
  return toWall(instant + 3_600_000, timeZone) === wall ? instant + 3_600_000 : instant
}

function eventsOf(person: Person, request: CalendarRequest) {
  const span = spanOf(person, request)
  if (!span) return []
  const party = person.values.party as number | null | undefined
  const color = request.color && party && party !== world.partyIds[2] ? `#${party}` : null
  const years = request.isYearly
    ? Array.from({ length: 8 }, (_, n) => Number(request.from.slice(0, 4)) - 1 + n)
        .filter((year) => year <= Number(request.to.slice(0, 4)) && year >= Number(span.first.slice(0, 4)))
        .map((year) => inYear(span.first, year))
    : [span.first]
  return years.flatMap((first) => {
    const length = daysFrom(span.first, span.last)
    const last = addDays(first, request.isYearly ? Math.min(length, 364) : length)!
    if (first >= request.to || (span.hasEnd ? last : first) < request.from) return []
    const moved = daysFrom(span.first, first) * 86_400_000
    const at = (instant: number) => (moved === 0 ? instant : later(toWall(instant, timeZone) + moved))
    return [
      {
        id: person.id,
        name: person.name,
        start: span.isAllDay ? first : at(span.startAt!),
        end: !span.hasEnd ? null : span.isAllDay ? (last === first ? null : last) : at(span.endAt!),
        isAllDay: span.isAllDay,
        color,
        ...(span.year === undefined ? {} : { year: span.year }),
      },
    ]
  })
}

const request: fc.Arbitrary<CalendarRequest & { reader: number; filter: number }> = fc
  .record({
    start: fc.constantFrom('born' as const, 'seen_at' as const, 'term' as const, 'year' as const),
    hasEnd: fc.boolean(),
    allDay: fc.option(fc.constant('is_member' as const), { nil: undefined }),
    onlyStart: fc.option(fc.constant('only_start' as const), { nil: undefined }),
    color: fc.option(fc.constant('party' as const), { nil: undefined }),
    isYearly: fc.boolean(),
    from: day('2023-12-15', 800),
    length: fc.oneof(fc.integer({ min: 1, max: 45 }), fc.constantFrom(365, 366, 700)),
    reader: fc.nat({ max: 1 }),
    filter: fc.nat({ max: filters.length - 1 }),
  })
  .map(({ hasEnd, start, from, length, ...rest }) => ({
    ...rest,
    start,
    from,
    to: addDays(from, length)!,
    ...(hasEnd && (start === 'term' || start === 'year') ? { end: 'year' as const } : {}),
    ...(hasEnd && start === 'born' ? { end: 'ends' as const } : {}),
    ...(hasEnd && start === 'seen_at' ? { end: 'ends_at' as const } : {}),
  }))

const inOrder = (events: { id: number; start: unknown }[]) =>
  [...events].sort((a, b) => a.id - b.id || String(a.start).localeCompare(String(b.start)))
const toNumber = (text: string | null) => (text === null || text.length === 10 ? text : Date.parse(text))

test('a calendar has the expected events', async () => {
  const params = { teamId: world.team.teamId, dataCollectionId: world.people }
  await fc.assert(
    fc.asyncProperty(request, async ({ reader, filter, ...body }) => {
      const answer = await readers[reader]!.client.ok(viewsApi.calendar, {
        params,
        body: { ...body, filter: filters[filter] },
      })
      const expected = (await seenBy(reader, filters[filter])).flatMap((person) => eventsOf(person, body))
      // What is the same for all events of a calendar is left out.
      const mayEnd = body.start === 'term' || (body.start !== 'year' && body.end !== undefined)
      for (const event of answer.events) {
        expect('end' in event).toBe(mayEnd)
        expect('color' in event).toBe(body.color !== undefined)
        expect('isAllDay' in event).toBe(body.start === 'seen_at')
      }
      const events = answer.events.map(({ start, end = null, isAllDay = true, color = null, ...event }) => ({
        ...event,
        start: toNumber(start),
        end: toNumber(end),
        isAllDay,
        color,
      }))
      expect(inOrder(events)).toEqual(inOrder(expected as never))
      expect(answer.isMore).toBe(false)
    }),
    { numRuns: 150 },
  )
})

const bounds = fc.oneof(
  fc.constant(undefined),
  fc
    .tuple(degrees(180), degrees(90), degrees(180), degrees(90))
    .map(([west, a, east, b]): [number, number, number, number] => [
      west,
      Math.min(a, b),
      east,
      Math.max(a, b),
    ]),
  // A map that was panned across the 180th meridian.
  fc
    .tuple(degrees(180), fc.integer({ min: 1, max: 400 }))
    .map(([west, width]): [number, number, number, number] => [west + 90, -80, west + 90 + width, 80]),
)

/** Whether `lng` is on the way east from `west` to `east`. */
function isBetween(lng: number, west: number, east: number): boolean {
  if (east - west >= 360) return true
  const turn = (n: number) => ((n % 360) + 360) % 360
  const width = east >= west ? east - west : turn(east - west)
  return turn(lng - west) <= width || (turn(lng - west) === 0 && width >= 0)
}

test('a map has the expected places', async () => {
  const params = { teamId: world.team.teamId, dataCollectionId: world.people }
  await fc.assert(
    fc.asyncProperty(
      bounds,
      fc.nat({ max: 1 }),
      fc.nat({ max: 2 }),
      fc.boolean(),
      async (box, reader, filter, isColored) => {
        const answer = await readers[reader]!.client.ok(viewsApi.map, {
          params,
          body: {
            location: 'address',
            bounds: box,
            filter: filters[filter],
            ...(isColored && { color: 'party' }),
          },
        })
        const seen = (await seenBy(reader, filters[filter])).map((person) => ({
          ...person,
          at: person.values.address as { lat: number | null; lng: number | null } | null | undefined,
        }))
        const placed = seen.filter(({ at }) => at && at.lat !== null && at.lng !== null)
        const expected = placed
          .filter(({ at }) => {
            if (!box) return true
            const [west, south, east, north] = box
            return at!.lat! >= south && at!.lat! <= north && isBetween(at!.lng!, west, east)
          })
          .sort((a, b) => a.id - b.id)
        expect(answer.ids).toEqual(expected.map(({ id }) => id))
        expect(answer.names).toEqual(expected.map(({ name }) => name))
        expect(answer.lats).toEqual(expected.map(({ at }) => at!.lat))
        expect(answer.lngs).toEqual(expected.map(({ at }) => at!.lng))
        expect(answer.withoutPlace).toBe(seen.length - placed.length)
        const colors = expected.map(({ values: { party } }) =>
          party && party !== world.partyIds[2] ? `#${party}` : null,
        )
        expect(answer.colors).toEqual(isColored ? colors : null)
      },
    ),
    { numRuns: 150 },
  )
})

type Time = 'born' | 'ends' | 'seen_at' | 'ends_at' | 'term' | 'year'

interface Moment {
  first: string
  last: string
  at?: number
  text: string | number
  lastText: string | number
}

/** The days that a value covers; null if it is empty or no year of the calendar. */
function momentOf(column: Time, value: unknown): Moment | null {
  if (value === null || value === undefined) return null
  if (column === 'year') {
    const year = Number(value)
    if (year < 1 || year > 9999) return null
    const text = formatDay(year, 1, 1).slice(0, 4)
    return { first: `${text}-01-01`, last: `${text}-12-31`, text, lastText: text }
  }
  if (column === 'term') {
    const term = value as { start: string | null; end: string | null }
    const [first, last] = [(term.start ?? term.end)!, (term.end ?? term.start)!]
    return { first, last, text: first, lastText: last }
  }
  const text = String(value)
  if (column === 'born' || column === 'ends') return { first: text, last: text, text, lastText: text }
  const at = Date.parse(text)
  const found = dayAt(at, timeZone)!
  return { first: found, last: found, at, text: at, lastText: at }
}

function onTimeline({ id, name, values: own }: Person, { start, end, lane }: TimelineRequest) {
  const from = momentOf(start, own[start])
  if (!from) return []
  const to = end ? momentOf(end, own[end]) : null
  const isAfter =
    to !== null && to.last >= from.first && (to.at === undefined || from.at === undefined || to.at > from.at)
  const key = lane ? own[lane] : null
  const ownEnd = from.lastText === from.text ? null : from.lastText
  return [
    {
      id,
      name,
      lane: key === null || key === undefined ? '' : String(key),
      start: from.text,
      end: isAfter ? to.lastText : ownEnd,
      first: from.first,
      last: isAfter ? to.last : from.last,
    },
  ]
}

interface TimelineRequest {
  start: Time
  end: Time | undefined
  lane: 'party' | 'is_member' | 'name' | undefined
}

const times = fc.constantFrom<Time>('born', 'ends', 'seen_at', 'ends_at', 'term', 'year')
const timelineRequest = fc.record({
  start: times,
  end: fc.option(times, { nil: undefined }),
  lane: fc.option(fc.constantFrom('party' as const, 'is_member' as const, 'name' as const), {
    nil: undefined,
  }),
  reader: fc.nat({ max: 1 }),
  filter: fc.nat({ max: filters.length - 1 }),
})
/** Around the dates of the records, or all of the calendar. */
const timelineWindow = fc.oneof(
  fc
    .tuple(
      day('2021-12-15', 2000),
      fc.integer({ min: 0, max: 1500 }),
      fc.constantFrom<TimeUnit>(...timeUnits),
    )
    .map(([from, length, unit]) => ({ from, through: addDays(from, length)!, unit })),
  fc.constantFrom(
    { from: '0001-01-01', through: '9999-12-31', unit: 'decade' as const },
    { from: '0001-01-01', through: '9999-12-31', unit: 'century' as const },
    { from: '2019-05-05', through: '2027-06-06', unit: 'month' as const },
  ),
)

/** The number of records in each unit of a lane, from the entries at which it changes. */
function unfolded(
  counts: { lane: string | null; day: string; count: number }[],
  asked: { from: string; through: string; unit: TimeUnit },
) {
  const found = new Map<string, number>()
  for (const [at, { lane, day: from, count }] of counts.entries()) {
    const next = counts[at + 1]
    const until = next?.lane === lane ? next.day : '9999-12-32'
    for (let unit: string | undefined = from; unit && unit < until && unit <= asked.through; ) {
      if (count > 0) found.set(`${lane} ${unit}`, count)
      unit = nextUnit(asked.unit, unit)
    }
  }
  return Object.fromEntries(found)
}

test('a timeline has the expected extent, records and counts', async () => {
  const params = { teamId: world.team.teamId, dataCollectionId: world.people }
  const seen = { records: 0, counts: 0 }
  await fc.assert(
    fc.asyncProperty(timelineRequest, timelineWindow, async ({ reader, filter, ...columns }, asked) => {
      const { client } = readers[reader]!
      const body = { ...columns, filter: filters[filter] }
      const all = (await seenBy(reader, filters[filter])).flatMap((person) => onTimeline(person, columns))
      const { overview } = await client.ok(viewsApi.timeline, { params, body })
      const days = all.flatMap(({ first, last }) => [first, last]).sort()
      expect(overview).toMatchObject({ first: days[0] ?? null, last: days.at(-1) ?? null, count: all.length })
      const sizes: Record<string, number> = {}
      for (const { lane } of columns.lane ? all : []) sizes[lane] = (sizes[lane] ?? 0) + 1
      expect(Object.fromEntries(overview!.lanes.map(({ key, count }) => [key, count]))).toEqual(sizes)

      const within = all.filter(({ first, last }) => last >= asked.from && first <= asked.through)
      const answer = await client.ok(viewsApi.timeline, { params, body: { ...body, ...asked } })
      if (within.length <= mostSpans) {
        seen.records++
        const found = answer.records!.map(({ color, mark, start, end, ...rest }) => ({
          ...rest,
          start: start.length > 10 ? Date.parse(start) : start,
          end: end && end.length > 10 ? Date.parse(end) : end,
        }))
        expect(found.sort((a, b) => a.id - b.id)).toEqual(
          within.map(({ first, last, ...rest }) => rest).sort((a, b) => a.id - b.id),
        )
      } else {
        seen.counts++
        const expected = new Map<string, number>()
        for (const { lane, first, last } of within) {
          const begin = unitStart(asked.unit, [first, asked.from].sort().at(-1)!)
          for (let unit: string | undefined = begin; unit && unit <= last && unit <= asked.through; ) {
            expected.set(`${lane} ${unit}`, (expected.get(`${lane} ${unit}`) ?? 0) + 1)
            unit = nextUnit(asked.unit, unit)
          }
        }
        expect(unfolded(answer.counts!, asked)).toEqual(Object.fromEntries(expected))
      }
    }),
    { numRuns: 150 },
  )
  expect(seen.records).toBeGreaterThan(20)
  expect(seen.counts).toBeGreaterThan(20)
})
