// biome-ignore-all lint/a11y/useSemanticElements: a grid with keys of its own, not a table to read
/** A month as a grid of days: arrow keys walk, Enter goes to a day's events and opens them. */
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Calendar.module.css'
import { useCalendar } from './calendar-context.ts'
import type { Mark } from './DayMarks.tsx'
import { isSameMonth, weeksOfMonth } from './days.ts'
import { MonthDay } from './MonthDay.tsx'
import { daysBetween, layWeek, movedByDays, type PlacedEvent } from './placed.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { WeekdayRow } from './WeekdayRow.tsx'
import { weekHeight } from './week-height.ts'

/** Pixels, as in the style sheet. */
const headHeight = 26
const laneHeight = 22
const moreHeight = 22

interface Props {
  date: string
  days: ReadonlyMap<string, readonly PlacedEvent[]>
  marks: ReadonlyMap<string, readonly Mark[]>
  /** For all weeks together, in pixels. */
  height: number
  label: string
}

export function MonthGrid({ date, days, marks, height, label }: Props) {
  const { t } = useTranslation(['calendar'])
  const { firstDay, timeZone, move } = useCalendar()
  const weeks = useMemo(() => weeksOfMonth(date, firstDay), [date, firstDay])
  const keys = useGridKeys(date)
  const [dragged, setDragged] = useState<{ event: PlacedEvent; from: string } | null>(null)

  const rowHeight = weekHeight(height, weeks.length)
  const layouts = useMemo(
    () =>
      weeks.map((week) => {
        const ofMarks = week.some((day) => marks.has(day)) ? laneHeight : 0
        const room = rowHeight - headHeight - moreHeight - ofMarks
        return layWeek(days, week, Math.max(1, Math.floor(room / laneHeight)))
      }),
    [weeks, days, rowHeight, marks],
  )

  const drop = (day: string) => {
    if (!dragged || !move) return
    const by = daysBetween(dragged.from, day)
    if (by !== 0) move(dragged.event, movedByDays(dragged.event, by, timeZone))
    setDragged(null)
  }

  return (
    <div
      ref={keys.box}
      role="grid"
      aria-label={label}
      aria-description={t('gridHelp')}
      className={classes.month}
      onKeyDown={keys.onKeyDown}
    >
      <WeekdayRow width="short" />
      {weeks.map((week, row) => {
        const marksInWeek = week.some((day) => marks.has(day))
        return (
          <div key={week[0]} role="row" tabIndex={-1} className={classes.week} style={{ height: rowHeight }}>
            {week.map((day, column) => (
              <MonthDay
                key={day}
                day={day}
                isOther={!isSameMonth(day, date)}
                isStop={day === keys.active}
                events={days.get(day) ?? []}
                bars={layouts[row]?.bars.filter((bar) => bar.column === column) ?? []}
                hidden={layouts[row]?.hidden[column] ?? 0}
                marks={marks.get(day)}
                top={headHeight + (marksInWeek ? laneHeight : 0)}
                onActive={keys.setActive}
                onDrag={move && ((event) => setDragged({ event, from: day }))}
                onDrop={dragged ? () => drop(day) : undefined}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}
