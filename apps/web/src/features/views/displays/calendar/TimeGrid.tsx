/** A week or a day by hours: events side by side, moved and resized by dragging. */

import FullCalendar, { type EventInput } from '@fullcalendar/react'
import interaction from '@fullcalendar/react/interaction'
import spanish from '@fullcalendar/react/locales/es'
import french from '@fullcalendar/react/locales/fr'
import theme from '@fullcalendar/react/themes/breezy'
import timeGrid from '@fullcalendar/react/timegrid'
import { useComputedColorScheme } from '@mantine/core'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/breezy/theme.css'
import './time-grid.css'
import { toInstant } from '@muster/contract/fields/time/zone'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { hourOptions, useClock } from '../../../../lib/clock.ts'
import styles from '../../../../ui/shared.module.css'
import { chipColors } from '../../../fields/public.ts'
import classes from './Calendar.module.css'
import { useCalendar } from './calendar-context.ts'
import { DayMarks, type Mark } from './DayMarks.tsx'
import { shift, wallNow } from './days.ts'
import { focusBeside } from './focus-beside.ts'
import type { MovedEvent, PlacedEvent } from './placed.ts'

/** English is built in. */
const locales = { en: 'en', es: spanish, fr: french }
/** With more events than this in one day, hours become unreadable. */
const mostOfDay = 60
const mostWholeDay = 60

interface Props {
  mode: 'week' | 'day'
  /** The first day shown. */
  from: string
  days: ReadonlyMap<string, readonly PlacedEvent[]>
  marks: ReadonlyMap<string, readonly Mark[]>
  label: string
}

export function TimeGrid({ mode, from, days, marks, label }: Props) {
  const { t } = useTranslation(['calendar'])
  const calendar = useCalendar()
  const scheme = useComputedColorScheme()
  const router = useRouter()
  const { shown, isCut } = useMemo(() => some(days), [days])
  const hours = { hour: 'numeric', minute: '2-digit', ...hourOptions(useClock()) } as const
  const byId = useMemo(() => new Map(shown.map((event) => [String(event.id), event])), [shown])

  const inputs = shown.map((event): EventInput => {
    const { ground, text } = chipColors(event.color, scheme)
    return {
      id: String(event.id),
      title: event.year === undefined ? event.name : `${event.year} ${event.name}`,
      allDay: event.isAllDay,
      start: event.startWall === null ? event.from : wall(event.startWall),
      // The library's last day is the one after.
      end:
        event.startWall === null
          ? shift(event.to, 1)
          : event.endWall === null
            ? undefined
            : wall(event.endWall),
      url: calendar.urlOf(event.id) ?? undefined,
      color: ground,
      contrastColor: text,
      extendedProps: { label: calendar.labelOf(event) },
    }
  })

  const moved = (change: Changed) => {
    const event = byId.get(change.event.id)
    if (!event || !change.event.start || !calendar.move) return change.revert()
    calendar.move(event, asMoved(event, change.event, calendar.timeZone))
  }

  const open = (address: string) => {
    if (calendar.openInNewWindow) window.open(address, '_blank', 'noreferrer')
    else if (address.startsWith('/')) router.history.push(address)
    else location.assign(address)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) =>
    focusBeside(event, 'a[href], [tabindex="0"]:not([data-hours])')

  return (
    <section aria-label={label} className={classes.timeGrid} onKeyDown={onKeyDown}>
      {isCut && <p className={styles.note}>{t('notAllByHours')}</p>}
      <FullCalendar
        key={`${mode} ${from}`}
        plugins={[theme, timeGrid, interaction]}
        initialView={mode === 'week' ? 'timeGridWeek' : 'timeGridDay'}
        initialDate={from}
        timeZone="UTC"
        now={() => `${wallNow(calendar.timeZone)}Z`}
        nowIndicator
        locale={locales[calendar.language]}
        firstDay={calendar.firstDay}
        headerToolbar={false}
        slotHeaderFormat={hours}
        eventTimeFormat={hours}
        colorScheme={scheme}
        height="100%"
        scrollTime="07:00:00"
        events={inputs}
        viewDidMount={({ el }) => letScroll(el)}
        eventClass="muster-event"
        eventMaxStack={3}
        dayMaxEvents={3}
        dayHeaderContent={({ date, text }) => (
          <>
            {text}
            <DayMarks marks={marks.get(wall(date.getTime()).slice(0, 10))} />
          </>
        )}
        allDayText={t('allDay')}
        editable={calendar.move !== undefined}
        eventDrop={moved}
        eventResize={moved}
        eventDidMount={({ el, event }) => {
          el.setAttribute('aria-label', String(event.extendedProps.label))
          el.setAttribute('data-record', event.id)
        }}
        eventClick={({ jsEvent, event }) => {
          if (jsEvent.ctrlKey || jsEvent.metaKey || !event.url) return
          jsEvent.preventDefault()
          open(event.url)
        }}
        dateClick={calendar.create && (({ dateStr }) => calendar.create?.(dateStr.slice(0, 10)))}
      />
    </section>
  )
}

/** Lets the row of hours take the focus, so that keys scroll it: without events, nothing else in it does. */
function letScroll(grid: HTMLElement): void {
  for (const element of grid.querySelectorAll<HTMLElement>('*')) {
    if (!['auto', 'scroll'].includes(getComputedStyle(element).overflowY)) continue
    const row = element.querySelector<HTMLElement>('[role="row"]')
    if (!row) continue
    row.tabIndex = 0
    row.setAttribute('data-hours', '')
  }
}

interface Changed {
  event: { id: string; start: Date | null; end: Date | null; allDay: boolean }
  revert(): void
}

const wall = (ms: number): string => new Date(ms).toISOString()

function asMoved(event: PlacedEvent, to: Changed['event'], timeZone: string): MovedEvent {
  const start = to.start?.getTime() ?? 0
  if (to.allDay) {
    const from = wall(start).slice(0, 10)
    const last = to.end ? shift(wall(to.end.getTime()).slice(0, 10), -1) : from
    return { id: event.id, start: from, end: last > from ? last : null, isAllDay: true }
  }
  const instant = (ms: number) => new Date(toInstant(ms, timeZone)).toISOString()
  return {
    id: event.id,
    start: instant(start),
    end: to.end ? instant(to.end.getTime()) : null,
    isAllDay: false,
  }
}

/** The readable number of events of each day. */
function some(days: ReadonlyMap<string, readonly PlacedEvent[]>) {
  const shown = new Map<number, PlacedEvent>()
  let isCut = false
  for (const events of days.values()) {
    const whole = events.filter(({ isAllDay }) => isAllDay)
    const timed = events.filter(({ isAllDay }) => !isAllDay)
    isCut ||= whole.length > mostWholeDay || timed.length > mostOfDay
    for (const event of [...whole.slice(0, mostWholeDay), ...timed.slice(0, mostOfDay)])
      shown.set(event.id, event)
  }
  return { shown: [...shown.values()], isCut }
}
