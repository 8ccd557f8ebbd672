/** When backups are due: from an hour on, every day or on one day of the week, in a time zone. */
import { toInstant, toWall } from '../fields/time/zone.ts'
import type { BackupSettings } from './backups.schema.ts'

export type BackupSchedule = Omit<BackupSettings, 'backupsKept'>

const dayMs = 86_400_000
const hourMs = 3_600_000

/** The last time at or before an instant at which a backup was due; null when the schedule is off. */
export function lastDue(schedule: BackupSchedule, now: number): number | null {
  return dueTimes(schedule, now, -8, 0).findLast((time) => time <= now) ?? null
}

/** The first time after an instant at which a backup is due; null when the schedule is off. */
export function nextDue(schedule: BackupSchedule, now: number): number | null {
  return dueTimes(schedule, now, 0, 8).find((time) => time > now) ?? null
}

/** The due times between two days, counted from the day of an instant, in order. */
function dueTimes(schedule: BackupSchedule, now: number, from: number, to: number): number[] {
  const { backupSchedule, backupHour, backupWeekday, backupTimeZone } = schedule
  if (backupSchedule === 'off') return []
  const today = Math.floor(toWall(now, backupTimeZone) / dayMs) * dayMs
  const times: number[] = []
  for (let day = from; day <= to; day++) {
    const wall = today + day * dayMs
    if (backupSchedule === 'weekly' && new Date(wall).getUTCDay() !== backupWeekday) continue
    times.push(toInstant(wall + backupHour * hourMs, backupTimeZone))
  }
  return times
}
