import { expect, test } from 'vitest'
import { type BackupSchedule, lastDue, nextDue } from './schedule.ts'

const at = (text: string) => Date.parse(text)
const daily: BackupSchedule = {
  backupSchedule: 'daily',
  backupHour: 3,
  backupWeekday: 0,
  backupTimeZone: 'Europe/Paris',
}

test('a daily backup is due at its hour in its time zone', () => {
  // Paris is an hour ahead of UTC in winter.
  expect(lastDue(daily, at('2026-11-24T01:59:59Z'))).toBe(at('2026-11-23T02:00:00Z'))
  expect(lastDue(daily, at('2026-11-24T02:00:00Z'))).toBe(at('2026-11-24T02:00:00Z'))
  expect(nextDue(daily, at('2026-11-24T02:00:00Z'))).toBe(at('2026-11-25T02:00:00Z'))
  // The day there has begun when it is still the day before in UTC.
  expect(nextDue({ ...daily, backupHour: 0 }, at('2026-11-24T22:30:00Z'))).toBe(at('2026-11-24T23:00:00Z'))
})

test('no day is left out when clocks are set forward, and none counts twice when they are set back', () => {
  const early = { ...daily, backupHour: 2 }
  // 02:00 does not exist on 29 March 2026 in Paris.
  expect(nextDue(early, at('2026-03-28T12:00:00Z'))).toBe(at('2026-03-29T01:00:00Z'))
  expect(nextDue(early, at('2026-03-29T01:00:00Z'))).toBe(at('2026-03-30T00:00:00Z'))
  // 02:00 comes twice on 25 October 2026.
  expect(nextDue(early, at('2026-10-24T12:00:00Z'))).toBe(at('2026-10-25T00:00:00Z'))
  expect(nextDue(early, at('2026-10-25T00:00:00Z'))).toBe(at('2026-10-26T01:00:00Z'))
})

test('a weekly backup is due on its day of the week', () => {
  const weekly: BackupSchedule = {
    ...daily,
    backupSchedule: 'weekly',
    backupWeekday: 1,
    backupTimeZone: 'UTC',
  }
  // 24 November 2026 is a Tuesday.
  expect(lastDue(weekly, at('2026-11-24T12:00:00Z'))).toBe(at('2026-11-23T03:00:00Z'))
  expect(nextDue(weekly, at('2026-11-24T12:00:00Z'))).toBe(at('2026-11-30T03:00:00Z'))
  expect(nextDue(weekly, at('2026-11-23T02:59:59Z'))).toBe(at('2026-11-23T03:00:00Z'))
  expect(lastDue(weekly, at('2026-11-23T02:59:59Z'))).toBe(at('2026-11-16T03:00:00Z'))
})

test('nothing is due when the schedule is off', () => {
  const off: BackupSchedule = { ...daily, backupSchedule: 'off' }
  expect([lastDue(off, 0), nextDue(off, 0)]).toEqual([null, null])
})
