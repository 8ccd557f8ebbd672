/**
 * Records on their days: month, week, day and list. The caller controls day and mode, and keeps them in the
 * address; days and hours are those of the team's zone, whatever the browser's is.
 */
import { Button, SegmentedControl, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Language } from '@muster/contract/paging'
import { calendarModes } from '@muster/contract/views/types/calendar'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hourOptions, useClock } from '../../../../lib/clock.ts'
import { errorText } from '../../../../lib/errors.ts'
import { formatter } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { FormSkeleton, TableSkeleton } from '../../../../ui/Skeletons.tsx'
import styles from '../../../../ui/shared.module.css'
import { toast } from '../../../../ui/toasts.ts'
import type { Display, ViewSource } from '../../source.ts'
import frame from '../parts/TimeFrame.module.css'
import classes from './Calendar.module.css'
import { CalendarContext, type CalendarFacts } from './calendar-context.ts'
import { DayList } from './DayList.tsx'
import { type CalendarMode, rangeOf, stepOf, today as todayIn } from './days.ts'
import { MiniMonth } from './MiniMonth.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { MonthSkeleton } from './MonthSkeleton.tsx'
import { byDay, type MovedEvent, type PlacedEvent } from './placed.ts'
import { titleOf, wordsOf } from './titles.ts'
import { useCalendarData } from './use-calendar-data.ts'
import { useMonthHeight } from './use-month-height.ts'

const TimeGrid = lazy(async () => ({ default: (await import('./TimeGrid.tsx')).TimeGrid }))

export interface CalendarDisplayProps {
  source: ViewSource
  display: Display
  /** The day shown, `YYYY-MM-DD`; today if null. */
  date?: string | null | undefined
  /** The view's default if null. */
  mode?: CalendarMode | null | undefined
  /** If absent, day and mode are internal state. */
  onChange?: ((next: { date: string; mode: CalendarMode }) => void) | undefined
  /** Saves a moved event; rejects on failure. If absent, events cannot be moved. */
  onMove?: ((moved: MovedEvent) => Promise<unknown>) | undefined
  /** Creates a record on a day. */
  onCreate?: ((day: string) => void) | undefined
}

export function CalendarDisplay(props: CalendarDisplayProps) {
  const { source, display, onMove, onCreate } = props
  const [own, setOwn] = useState<{ date: string; mode: CalendarMode } | null>(null)
  const shown = props.onChange ? props : own
  const { t } = useTranslation(['calendar', 'common', 'errors'])
  const language: Language = currentLanguage()
  const { timezone: timeZone, openInNewWindow } = display
  const isNarrow = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const clock = useClock()
  const format = useMemo(() => formatter(language, timeZone, clock), [language, timeZone, clock])
  const today = todayIn(timeZone)
  const date = shown?.date ?? today
  const mode = shown?.mode ?? display.options.calendarMode
  const firstDay = format.firstDayOfWeek
  const range = rangeOf(mode, date, firstDay)
  const neighbours = [-1, 1].map((step) => rangeOf(mode, stepOf(mode, date, step), firstDay))
  const data = useCalendarData({
    source,
    range,
    neighbours,
    timeZone,
    rowColors: display.options.rowColors,
    compare: format.compare,
  })
  const { query, events, marksByDay, moveHere, reload } = data
  const days = useMemo(
    () => byDay(events, { from: range.from, to: range.to }),
    [events, range.from, range.to],
  )
  const height = useMonthHeight()

  const show = (day: string, next: CalendarMode = mode) =>
    (props.onChange ?? setOwn)({ date: day, mode: next })
  const move = async (event: PlacedEvent, to: MovedEvent) => {
    moveHere(to)
    try {
      await onMove?.(to)
    } catch (error) {
      toast.error(`${t('notMoved', { name: event.name })} ${errorText(error, t)}`)
    }
    await reload()
  }
  const facts: CalendarFacts = {
    language,
    timeZone,
    format,
    today,
    firstDay,
    openInNewWindow,
    urlOf: (id) => query.data?.urls?.[id] ?? source.recordUrl({ id }),
    move: onMove && ((event, to) => void move(event, to)),
    create: onCreate,
    show,
    ...wordsOf(format, t, hourOptions(clock)),
  }

  const title = titleOf(mode, range, date, language)
  const isWhole = mode === 'month' || mode === 'list'
  const inMonth = events.length > 0 || !data.isHere
  const list = (startAt?: string) => (
    <DayList
      days={days}
      marks={marksByDay}
      label={title}
      noEvents={display.includeDatesWithNoEvents ? display.noEventsMessage || t('noEventsOnDay') : null}
      startAt={startAt}
    />
  )

  return (
    <CalendarContext value={facts}>
      <div className={frame.root} aria-busy={query.isFetching || undefined}>
        <div className={frame.head}>
          <Button size="xs" variant="default" disabled={date === today} onClick={() => show(today)}>
            {t('today')}
          </Button>
          <span className={classes.steps}>
            <IconButton
              glyph="chevronLeft"
              variant="subtle"
              label={t(`previous.${mode}`)}
              onClick={() => show(stepOf(mode, date, -1))}
            />
            <IconButton
              glyph="chevronRight"
              variant="subtle"
              label={t(`next.${mode}`)}
              onClick={() => show(stepOf(mode, date, 1))}
            />
          </span>
          <h2 className={classes.title} aria-live="polite">
            {title}
          </h2>
          {isNarrow ? (
            <Select
              size="xs"
              w={110}
              aria-label={t('showAs')}
              allowDeselect={false}
              data={calendarModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
              value={mode}
              onChange={(value) => value && show(date, value as CalendarMode)}
            />
          ) : (
            <SegmentedControl
              size="xs"
              aria-label={t('showAs')}
              data={calendarModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
              value={mode}
              onChange={(value) => show(date, value as CalendarMode)}
            />
          )}
        </div>
        {query.isPending ? (
          mode === 'month' && !isNarrow ? (
            <MonthSkeleton date={date} height={height} />
          ) : (
            <TableSkeleton columns={7} />
          )
        ) : query.isError ? (
          <ErrorState error={query.error} title={t('loadFailed')} onRetry={query.refetch} />
        ) : (
          <>
            {query.data.isMore && (
              <p className={styles.note}>
                {t('tooMany', { number: format.number(query.data.events.length) })}
              </p>
            )}
            {isWhole && !inMonth && mode === 'month' && (
              <p className={styles.note} role="status">
                {t('noEventsInMonth')}
              </p>
            )}
            {mode === 'month' && !isNarrow && (
              <MonthGrid date={date} days={days} marks={marksByDay} height={height} label={title} />
            )}
            {mode === 'month' && isNarrow && (
              <>
                <MiniMonth date={date} days={days} marks={marksByDay} label={title} />
                {list(date)}
              </>
            )}
            {(mode === 'list' || (mode === 'week' && isNarrow)) && list()}
            {(mode === 'day' || (mode === 'week' && !isNarrow)) && (
              <Suspense fallback={<FormSkeleton />}>
                <TimeGrid mode={mode} from={range.from} days={days} marks={marksByDay} label={title} />
              </Suspense>
            )}
          </>
        )}
      </div>
    </CalendarContext>
  )
}
