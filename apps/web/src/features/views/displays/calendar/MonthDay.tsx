// biome-ignore-all lint/a11y/useSemanticElements: a grid with keys of its own, not a table to read
/** One day of a month: its number, its events in their lanes, and how many more there are. */
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { chipStyle } from '../../../fields/public.ts'
import classes from './Calendar.module.css'
import { useCalendar } from './calendar-context.ts'
import { DayMarks, type Mark } from './DayMarks.tsx'
import { DayPopover } from './DayPopover.tsx'
import { EventLink } from './EventLink.tsx'
import type { Bar, PlacedEvent } from './placed.ts'

interface Props {
  day: string
  /** In the month before or after. */
  isOther: boolean
  isStop: boolean
  events: readonly PlacedEvent[]
  /** Events that start here in this week. */
  bars: readonly Bar[]
  hidden: number
  marks: readonly Mark[] | undefined
  /** Top of the first lane. */
  top: number
  onActive(day: string): void
  onDrag?: ((event: PlacedEvent) => void) | undefined
  onDrop?: (() => void) | undefined
}

const laneHeight = 22

export function MonthDay(props: Props) {
  const { day, isOther, isStop, events, bars, hidden, marks, top, onActive, onDrag, onDrop } = props
  const { t } = useTranslation(['calendar'])
  const calendar = useCalendar()
  const marked = marks?.map(({ name }) => name).join(', ')
  const label = [calendar.dayName(day), marked, t('events', { count: events.length })]
    .filter(Boolean)
    .join(', ')
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      data-day={day}
      data-other={isOther || undefined}
      data-today={day === calendar.today || undefined}
      className={classes.day}
      onFocus={() => onActive(day)}
      onDragOver={onDrop && ((event) => event.preventDefault())}
      onDrop={
        onDrop &&
        ((event) => {
          event.preventDefault()
          onDrop()
        })
      }
    >
      <span className={classes.dayHead}>
        <button
          type="button"
          tabIndex={isStop ? 0 : -1}
          data-day-stop=""
          className={classes.dayNumber}
          aria-current={day === calendar.today ? 'date' : undefined}
          aria-label={label}
          onClick={() => calendar.show(day, 'day')}
        >
          {Number(day.slice(8))}
        </button>
        {calendar.create && (
          <IconButton
            glyph="plus"
            size={20}
            variant="subtle"
            tabIndex={-1}
            className={classes.add}
            label={t('newOn', { day: calendar.dayName(day) })}
            onClick={() => calendar.create?.(day)}
          />
        )}
      </span>
      <DayMarks marks={marks} />
      {bars.map(({ event, span, lane, isFromBefore, goesOn }) => (
        <EventLink
          key={event.id}
          event={event}
          label={calendar.labelOf(event)}
          tabIndex={-1}
          className={classes.bar}
          data={{
            'data-before': isFromBefore ? '' : undefined,
            'data-after': goesOn ? '' : undefined,
            'data-timed': event.isAllDay || span > 1 ? undefined : '',
          }}
          style={{
            ...chipStyle(event.color),
            top: top + lane * laneHeight,
            width: `calc(${span * 100}% - 6px)`,
          }}
          draggable={onDrag !== undefined}
          onDragStart={(drag) => {
            drag.dataTransfer.effectAllowed = 'move'
            onDrag?.(event)
          }}
        >
          {!isFromBefore && calendar.timeOf(event) !== '' && (
            <span className={classes.time}>{calendar.timeOf(event)}</span>
          )}
          <span className={classes.name}>{event.name}</span>
        </EventLink>
      ))}
      {hidden > 0 && <DayPopover day={day} events={events} hidden={hidden} />}
    </div>
  )
}
