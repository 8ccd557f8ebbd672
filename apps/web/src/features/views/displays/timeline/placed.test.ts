import { dayToMs } from '@muster/contract/fields/time/calendar'
import { expect, test } from 'vitest'
import { barsOf, inOrder, lanesOf, packed, place, sizes, type TimelineRecord } from './placed.ts'

const record = (id: number, start: string, end: string | null = null, lane = ''): TimelineRecord => ({
  id,
  name: `Record ${id}`,
  start,
  end,
  lane,
  color: null,
  mark: null,
})
const ms = (day: string) => dayToMs(day)!
const day = 86_400_000

test('a year covers all of its days, a day all of its hours, an instant is a moment of the team’s zone', () => {
  expect(place(record(1, '1889'), 'UTC')).toMatchObject({ from: ms('1889-01-01'), to: ms('1890-01-01') })
  expect(place(record(2, '1853', '1890'), 'UTC')).toMatchObject({
    from: ms('1853-01-01'),
    to: ms('1891-01-01'),
  })
  expect(place(record(3, '2026-03-03'), 'America/New_York')).toMatchObject({
    from: ms('2026-03-03'),
    to: ms('2026-03-04'),
  })
  expect(place(record(4, '2026-03-03T03:30:00Z'), 'America/New_York').from).toBe(
    ms('2026-03-02') + 22.5 * 3_600_000,
  )
})

test('records that overlap, with their names, are in different rows', () => {
  const records = inOrder(
    [record(1, '1900', '1950'), record(2, '1910'), record(3, '1960'), record(4, '2000')].map((one) =>
      place(one, 'UTC'),
    ),
  )
  const { items, rows } = packed(records, (365 * day) / 4)
  expect(items.map(({ record: { id }, row }) => [id, row])).toEqual([
    [1, 0],
    [2, 1],
    [3, 0],
    [4, 0],
  ])
  expect(rows).toBe(2)
  expect(items.map(({ isInside }) => isInside)).toEqual([true, false, false, false])
})

test('years that follow each other share a row', () => {
  const records = Array.from({ length: 30 }, (_, n) => place(record(n, String(1900 + n)), 'UTC'))
  expect(packed(records, day * 2).rows).toBe(1)
})

const overview = {
  first: '1900-01-01',
  last: '2000-12-31',
  count: 3,
  lanes: [
    { key: '7', count: 1 },
    { key: '', count: 2 },
  ],
  isMoreLanes: false,
  linked: {},
}

test('lanes stand below each other; one that is not known yet gathers the rest', () => {
  const records = [record(1, '1900', null, '7'), record(2, '1900', null, '8'), record(3, '1900', null, '')]
  const lanes = lanesOf(overview, { records: records.map((one) => place(one, 'UTC')) }, day, true)
  expect(lanes.map(({ key, items }) => [key, items.map(({ record: { id } }) => id)])).toEqual([
    ['7', [1]],
    ['', [3]],
    [null, [2]],
  ])
  expect(lanes[1]?.top).toBe(lanes[0]?.height)
  const [only] = lanesOf(overview, { records: records.map((one) => place(one, 'UTC')) }, day, false)
  expect(only?.items).toHaveLength(3)
  expect(only?.height).toBe(3 * sizes.row + sizes.gap)
})

test('counts hold until they change, and only units in sight have bars', () => {
  const steps = [
    { lane: '', day: '1880-01-01', count: 2 },
    { lane: '', day: '1900-01-01', count: 0 },
    { lane: '', day: '1950-01-01', count: 5 },
    { lane: '', day: '1960-01-01', count: 0 },
  ]
  const axis = { left: ms('1885-06-01'), msPerPx: 30 * day }
  expect(barsOf(steps, 'decade', axis, 1000).map(({ day: from, count }) => [from, count])).toEqual([
    ['1880-01-01', 2],
    ['1890-01-01', 2],
    ['1950-01-01', 5],
  ])
})
