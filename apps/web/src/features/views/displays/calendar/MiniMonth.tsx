// biome-ignore-all lint/a11y/useSemanticElements: a grid with keys of its own, not a table to read
/** A month for a phone: numbers, and dots for events; the list below has the selected day's events. */
import { useTranslation } from 'react-i18next'
import { chipStyle } from '../../../fields/public.ts'
import classes from './Calendar.module.css'
import { useCalendar } from './calendar-context.ts'
import type { Mark } from './DayMarks.tsx'
import { isSameMonth, weeksOfMonth } from './days.ts'
import type { PlacedEvent } from './placed.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { WeekdayRow } from './WeekdayRow.tsx'

interface Props {
  date: string
  days: ReadonlyMap<string, readonly PlacedEvent[]>
  marks: ReadonlyMap<string, readonly Mark[]>
  label: string
}

export function MiniMonth({ date, days, marks, label }: Props) {
  const { t } = useTranslation(['calendar'])
  const { firstDay, dayName, today, show } = useCalendar()
  const keys = useGridKeys(date)
  return (
    <div ref={keys.box} role="grid" aria-label={label} className={classes.mini} onKeyDown={keys.onKeyDown}>
      <WeekdayRow width="narrow" />
      {weeksOfMonth(date, firstDay).map((week) => (
        <div key={week[0]} role="row" tabIndex={-1} className={classes.miniWeek}>
          {week.map((day) => {
            const events = days.get(day) ?? []
            const label = `${dayName(day)}, ${t('events', { count: events.length })}`
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
              <div
                key={day}
                role="gridcell"
                tabIndex={day === keys.active ? 0 : -1}
                data-day={day}
                data-other={!isSameMonth(day, date) || undefined}
                data-today={day === today || undefined}
                aria-current={day === today ? 'date' : undefined}
                aria-selected={day === date}
                aria-label={label}
                className={classes.miniDay}
                onFocus={() => keys.setActive(day)}
                onClick={() => show(day)}
              >
                <span className={classes.miniNumber}>{Number(day.slice(8))}</span>
                <span className={classes.miniDots}>
                  {marks.has(day) && <span className={classes.miniMark} />}
                  {events.slice(0, 3).map((event) => (
                    <span
                      key={event.id}
                      className={classes.dot}
                      style={{ background: chipStyle(event.color).color }}
                    />
                  ))}
                </span>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
