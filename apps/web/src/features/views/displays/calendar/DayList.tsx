/** Days with their events below each other; virtual. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { RovingList } from '../roving-list/RovingList.tsx'
import classes from './Calendar.module.css'
import { useCalendar } from './calendar-context.ts'
import { DayMarks, type Mark } from './DayMarks.tsx'
import { EventLine } from './EventLine.tsx'
import type { PlacedEvent } from './placed.ts'

interface Props {
  days: ReadonlyMap<string, readonly PlacedEvent[]>
  marks: ReadonlyMap<string, readonly Mark[]>
  label: string
  /** Message for a day without events; if null, such days are left out. */
  noEvents: string | null
  /** The initial day. */
  startAt?: string | undefined
}

type Row =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'event'; key: string; event: PlacedEvent }
  | { kind: 'none'; key: string }

export function DayList({ days, marks, label, noEvents, startAt }: Props) {
  const { t } = useTranslation(['calendar'])
  const { dayName, today } = useCalendar()
  const rows = useMemo(() => {
    const made: Row[] = []
    for (const [day, events] of days) {
      if (events.length === 0 && noEvents === null && !marks.has(day)) continue
      made.push({ kind: 'day', key: day, day })
      for (const event of events) made.push({ kind: 'event', key: `${day} ${event.id}`, event })
      if (events.length === 0 && noEvents !== null) made.push({ kind: 'none', key: `${day} none` })
    }
    return made
  }, [days, marks, noEvents])
  const scrollTo = useMemo(
    () => (startAt ? rows.findIndex((row) => row.kind === 'day' && row.day >= startAt) : undefined),
    [rows, startAt],
  )
  if (rows.length === 0) return <EmptyState glyph="calendar" title={t('noEvents')} />
  return (
    <RovingList
      rows={rows}
      label={label}
      keyOf={(row) => row.key}
      isStop={(row) => row.kind === 'event'}
      heightOf={(row) => (row.kind === 'day' ? 40 : 32)}
      scrollTo={scrollTo}
      className={classes.dayList}
      render={(row, tabIndex) =>
        row.kind === 'day' ? (
          <div
            className={classes.listDay}
            data-list-day={row.day}
            data-today={row.day === today || undefined}
          >
            <h3 className={classes.listDayName}>{dayName(row.day)}</h3>
            <DayMarks marks={marks.get(row.day)} />
          </div>
        ) : row.kind === 'event' ? (
          <EventLine event={row.event} tabIndex={tabIndex} />
        ) : (
          <p className={classes.none}>{noEvents}</p>
        )
      }
    />
  )
}
