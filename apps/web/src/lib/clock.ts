/**
 * A person's formats of hours and weeks. Kept on the server with their settings, not in the browser; without
 * a setting, the interface language decides.
 */
import type { Language } from '@muster/contract/paging'
import { useSyncExternalStore } from 'react'

export const timeFormats = ['auto', 'h12', 'h23'] as const
export type TimeFormat = (typeof timeFormats)[number]
export const weekStarts = ['auto', 'monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof weekStarts)[number]

export interface Clock {
  timeFormat: TimeFormat
  weekStart: WeekStart
}

export const usualClock: Clock = { timeFormat: 'auto', weekStart: 'auto' }

let clock = usualClock
const listeners = new Set<() => void>()

export const currentClock = (): Clock => clock

export function setClock({ timeFormat, weekStart }: Clock): void {
  if (timeFormat === clock.timeFormat && weekStart === clock.weekStart) return
  clock = { timeFormat, weekStart }
  for (const listener of listeners) listener()
}

export const useClock = (): Clock => useSyncExternalStore(subscribe, currentClock, currentClock)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** To be spread into the options of a format with hours. */
export const hourOptions = ({ timeFormat }: Clock = clock): Intl.DateTimeFormatOptions =>
  timeFormat === 'auto' ? {} : { hourCycle: timeFormat }

export const hasTwelveHours = (language: Language, { timeFormat }: Clock = clock): boolean =>
  timeFormat === 'auto' ? language === 'en' : timeFormat === 'h12'

type Weekday = 0 | 1 | 6

/** 0 Sunday to 6 Saturday. A table, because not every browser provides it. */
const ofLanguage: Record<Language, Weekday> = { en: 0, es: 1, fr: 1 }

export function firstDayOfWeek(language: Language, { weekStart }: Clock = clock): Weekday {
  if (weekStart === 'auto') return ofLanguage[language]
  return ({ sunday: 0, monday: 1, saturday: 6 } as const)[weekStart]
}
