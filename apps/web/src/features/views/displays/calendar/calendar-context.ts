/** Shared by all parts of one calendar. */
import type { Language } from '@muster/contract/paging'
import { createContext, useContext } from 'react'
import type { Formatter } from '../../../../lib/format.ts'
import type { CalendarMode } from './days.ts'
import type { MovedEvent, PlacedEvent } from './placed.ts'

export interface CalendarFacts {
  language: Language
  timeZone: string
  format: Formatter
  today: string
  /** 0 Sunday, 1 Monday. */
  firstDay: number
  openInNewWindow: boolean
  urlOf(id: number): string | null
  /** Absent where events cannot be moved. */
  move: ((event: PlacedEvent, to: MovedEvent) => void) | undefined
  create: ((day: string) => void) | undefined
  show(day: string, mode?: CalendarMode): void
  /** 9:30 AM; the year of an event by year; empty for a whole day. */
  timeOf(event: PlacedEvent): string
  /** Text for screen readers: name, days, hours. */
  labelOf(event: PlacedEvent): string
  /** "Tuesday, March 3, 2026" */
  dayName(day: string): string
}

export const CalendarContext = createContext<CalendarFacts | null>(null)

export function useCalendar(): CalendarFacts {
  const facts = useContext(CalendarContext)
  if (!facts) throw new Error('A part of a calendar stands outside of one')
  return facts
}
