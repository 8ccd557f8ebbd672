// biome-ignore-all lint/a11y/useSemanticElements: a grid with keys of its own, not a table to read
/** The names of the days of the week, above a grid of days. */
import classes from './Calendar.module.css'
import { useCalendar } from './calendar-context.ts'

export function WeekdayRow({ width }: { width: 'short' | 'narrow' }) {
  const { firstDay, language } = useCalendar()
  const write = (weekday: number, style: 'long' | 'short' | 'narrow') =>
    // The 4th of January 1970 was a Sunday.
    new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' }).format(
      new Date(Date.UTC(1970, 0, 4 + weekday)),
    )
  return (
    <div role="row" tabIndex={-1} className={classes.weekdays}>
      {Array.from({ length: 7 }, (_, at) => (firstDay + at) % 7).map((weekday) => (
        <span key={weekday} role="columnheader" tabIndex={-1} aria-label={write(weekday, 'long')}>
          {write(weekday, width)}
        </span>
      ))}
    </div>
  )
}
