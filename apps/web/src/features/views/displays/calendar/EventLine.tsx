/** An event as a line of a list: colour, hours, name. */
import { chipStyle } from '../../../fields/public.ts'
import classes from './Calendar.module.css'
import { useCalendar } from './calendar-context.ts'
import { EventLink } from './EventLink.tsx'
import type { PlacedEvent } from './placed.ts'

export function EventLine({ event, tabIndex }: { event: PlacedEvent; tabIndex: 0 | -1 }) {
  const { timeOf, labelOf } = useCalendar()
  return (
    <EventLink event={event} label={labelOf(event)} tabIndex={tabIndex} className={classes.line}>
      <span className={classes.dot} style={{ background: chipStyle(event.color).color }} aria-hidden="true" />
      <span className={classes.lineTime}>{timeOf(event)}</span>
      <span className={classes.name}>{event.name}</span>
    </EventLink>
  )
}
