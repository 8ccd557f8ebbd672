/** "+12 more": all events of a day in a popover. */
import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RovingList } from '../roving-list/RovingList.tsx'
import classes from './Calendar.module.css'
import { useCalendar } from './calendar-context.ts'
import { EventLine } from './EventLine.tsx'
import type { PlacedEvent } from './placed.ts'

interface Props {
  day: string
  events: readonly PlacedEvent[]
  hidden: number
}

export function DayPopover({ day, events, hidden }: Props) {
  const { t } = useTranslation(['calendar'])
  const { dayName, format, show } = useCalendar()
  const [isOpen, setOpen] = useState(false)
  const number = format.number(hidden)
  return (
    <Popover opened={isOpen} onChange={setOpen} width={320} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <button
          type="button"
          tabIndex={-1}
          data-stop=""
          className={classes.more}
          aria-label={t('moreOn', { count: hidden, number, day: dayName(day) })}
          onClick={() => setOpen((now) => !now)}
        >
          {t('more', { count: hidden, number })}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={dayName(day)} className={classes.popover}>
        <div className={classes.popoverHead}>
          <h3 className={classes.popoverTitle}>{dayName(day)}</h3>
          <Button size="compact-xs" variant="subtle" onClick={() => show(day, 'day')}>
            {t('showDay')}
          </Button>
        </div>
        <RovingList
          rows={events}
          label={dayName(day)}
          keyOf={(event) => event.id}
          isStop={() => true}
          heightOf={() => 32}
          className={classes.popoverList}
          render={(event, tabIndex) => <EventLine event={event} tabIndex={tabIndex} />}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
