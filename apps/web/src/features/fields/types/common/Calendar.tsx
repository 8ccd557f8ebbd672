/** A button in an input that opens a month to pick a day from; typing works without it. */
import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import 'dayjs/locale/es'
import 'dayjs/locale/fr'
import { type ReactNode, useState } from 'react'
import { Glyph } from '../../../../ui/Glyph.tsx'
import type { FieldContext } from '../../field-context.ts'
import classes from './Entry.module.css'

export interface CalendarProps {
  day: string | null
  onPick(day: string): void
  min?: string | null
  max?: string | null
  /** Below the month, e.g. a time. Keeps the month open after a pick. */
  children?: ReactNode
  context: FieldContext
  label?: string
}

export function CalendarButton({ day, onPick, min, max, children, context, label }: CalendarProps) {
  const [isOpen, setOpen] = useState(false)
  const { t, format } = context
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={classes.button}
          aria-label={label ?? t('fields:date.open')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Glyph name="calendar" size={14} />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label ?? t('fields:date.open')}>
        {isOpen && (
          <>
            <DatePicker
              locale={format.language}
              firstDayOfWeek={format.firstDayOfWeek}
              value={day}
              defaultDate={day ?? undefined}
              minDate={min ?? undefined}
              maxDate={max ?? undefined}
              highlightToday
              ariaLabels={{
                previousMonth: t('fields:date.previousMonth'),
                nextMonth: t('fields:date.nextMonth'),
                previousYear: t('fields:date.previousYear'),
                nextYear: t('fields:date.nextYear'),
                previousDecade: t('fields:date.previousDecade'),
                nextDecade: t('fields:date.nextDecade'),
                monthLevelControl: t('fields:date.chooseMonth'),
                yearLevelControl: t('fields:date.chooseYear'),
              }}
              onChange={(picked: string | null) => {
                if (!picked) return
                onPick(picked)
                if (!children) setOpen(false)
              }}
            />
            {children}
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
