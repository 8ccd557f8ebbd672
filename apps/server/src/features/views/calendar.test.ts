/** A calendar shows so many events at most, and says if there are more. */
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import { mostEvents } from '@muster/contract/views/views.schema'
import { expect, it } from 'vitest'
import { admin, team, withWorld, world } from '../../../test/in-a-world.ts'
import { withApp } from './views.test-support.ts'

withApp()
withWorld()

const years = 10

it('shows all events that fit, and says so if there are more', async () => {
  const params = { ...team(), dataCollectionId: world.people }
  const add = (count: number) =>
    admin.ok(recordsApi.bulk, {
      params,
      body: { create: Array.from({ length: count }, () => ({ values: { born: '1990-04-18' } })) },
    })
  const read = () =>
    admin.ok(viewsApi.calendar, {
      params,
      body: { start: 'born', isYearly: true, from: '2010-01-01', to: `${2010 + years}-01-01` },
    })
  for (let count = 0; count < mostEvents / years; count += 500) await add(500)
  const full = await read()
  expect(full.events).toHaveLength(mostEvents)
  expect(full.isMore).toBe(false)
  await add(1)
  const cut = await read()
  expect(cut.events).toHaveLength(mostEvents)
  expect(cut.isMore).toBe(true)
  // By day and record: the last ones of the last year are missing.
  const idsOf = (year: number) =>
    cut.events.filter(({ start }) => start === `${year}-04-18`).map(({ id }) => id)
  const all = idsOf(2010)
  expect(all).toEqual(
    full.events
      .slice(0, all.length - 1)
      .map(({ id }) => id)
      .concat(all.at(-1)!),
  )
  expect(idsOf(2019)).toEqual(all.slice(0, -years))
})

it('shows each month its own events, also once its statement is prepared', async () => {
  const params = { ...team(), dataCollectionId: world.people }
  const firsts = Array.from({ length: 25 }, (_, n) =>
    new Date(Date.UTC(2031, n, 1)).toISOString().slice(0, 10),
  )
  const months = firsts.slice(0, -1).map((from, n) => ({ from, to: firsts[n + 1]! }))
  const births = months.map(({ from }, n) => from.slice(0, 8) + String(1 + n).padStart(2, '0'))
  await admin.ok(recordsApi.bulk, { params, body: { create: births.map((born) => ({ values: { born } })) } })
  // Longer ranges have a plan of their own.
  const year = { from: '2031-01-01', to: '2032-01-01' }
  for (const [n, month] of months.entries()) {
    const { events } = await admin.ok(viewsApi.calendar, { params, body: { start: 'born', ...month } })
    expect(events.map(({ start }) => start)).toEqual([births[n]])
    const { events: all } = await admin.ok(viewsApi.calendar, { params, body: { start: 'born', ...year } })
    expect(all).toHaveLength(12)
  }
})
