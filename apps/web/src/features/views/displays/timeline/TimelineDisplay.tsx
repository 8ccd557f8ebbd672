/**
 * Records along a time axis, in lanes: from days to centuries. Where there are too many to draw, their numbers per unit
 * of time, which one comes closer to. The caller needs to know nothing: the axis is state of the display, and opens
 * with all records in sight.
 */
import { Button, NativeSelect } from '@mantine/core'
import { dayToMs } from '@muster/contract/fields/time/calendar'
import type { Language } from '@muster/contract/paging'
import { timeUnits } from '@muster/contract/views/time-units'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClock } from '../../../../lib/clock.ts'
import { formatter } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { TableSkeleton } from '../../../../ui/Skeletons.tsx'
import { today as todayIn } from '../calendar/days.ts'
import type { DisplayProps } from '../parts/props.ts'
import frame from '../parts/TimeFrame.module.css'
import { LaneView } from './LaneView.tsx'
import { useLaneNames } from './lane-names.ts'
import { lanesOf } from './placed.ts'
import {
  type Axis,
  fit,
  levelOf,
  levelScale,
  nextScale,
  requestedWindow,
  type Span,
  ticksOf,
  unitEnd,
  within,
  xOf,
  zoomAt,
} from './scale.ts'
import classes from './Timeline.module.css'
import { usePanZoom } from './use-pan-zoom.ts'
import { useSize } from './use-size.ts'
import { useOverview, useWindow } from './use-timeline-data.ts'
import { wordsOf } from './words.ts'

/** What an arrow key moves, as a part of the width. */
const stride = 0.2
/** Drawn above and below of what is in sight, in pixels. */
const spare = 200

export function TimelineDisplay({ source, display, context, label }: DisplayProps) {
  const { t } = useTranslation(['timeline', 'views'])
  const language: Language = currentLanguage()
  const clock = useClock()
  const { timezone: timeZone } = display
  const format = useMemo(() => formatter(language, timeZone, clock), [language, timeZone, clock])
  const words = useMemo(() => wordsOf(format, t as never, clock), [format, t, clock])
  const help = useId()
  const plot = useRef<HTMLDivElement>(null)
  const overview = useOverview(source)
  const extent = extentOf(overview.data)
  const { width, height, top } = useSize(plot, extent !== null)
  /** Null while all records are in sight, as at first. */
  const [chosen, setChosen] = useState<Axis | null>(null)
  const today = dayToMs(todayIn(timeZone)) ?? 0
  const limits = extent && { from: Math.min(extent.from, today), to: Math.max(extent.to, today) }
  const axis = extent && width > 0 ? (chosen ?? fit(extent, width)) : null
  const { left, msPerPx } = axis ?? {}
  const requested = useMemo(
    () => (left === undefined || msPerPx === undefined ? null : requestedWindow({ left, msPerPx }, width)),
    [left, msPerPx, width],
  )
  const { query, shown } = useWindow(source, requested, timeZone)
  const laneNames = useLaneNames(display, context, overview.data)
  const hasHeads = laneNames !== null
  const lanes = useMemo(() => {
    if (!shown || !overview.data || msPerPx === undefined) return []
    return lanesOf(overview.data, shown.data, msPerPx, hasHeads)
  }, [shown, overview.data, msPerPx, hasHeads])
  const most = useMemo(
    () => Math.max(1, ...lanes.flatMap(({ steps }) => steps?.map(({ count }) => count) ?? [])),
    [lanes],
  )

  const change = (next: (axis: Axis) => Axis) =>
    setChosen((now) => {
      if (!extent || !limits || width === 0) return now
      return within(next(now ?? fit(extent, width)), limits, width)
    })
  const pan = (pixels: number) => change((now) => ({ ...now, left: now.left + pixels * now.msPerPx }))
  const zoom = (factor: number, x: number) => change((now) => zoomAt(now, x, now.msPerPx * factor))
  const step = (direction: 'in' | 'out') =>
    change((now) => zoomAt(now, width / 2, nextScale(now.msPerPx, direction)))
  const goTo = (time: number, at: number) =>
    change((now) => ({ ...now, left: time - width * at * now.msPerPx }))
  const showSpan = (span: Span) => change(() => fit(span, width))
  const gestures = usePanZoom(plot, extent !== null, { pan, zoom })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !extent) return
    const { key } = event
    if (key === 'ArrowLeft') pan(-width * stride)
    else if (key === 'ArrowRight') pan(width * stride)
    else if (key === 'Home') goTo(extent.from, 0.1)
    else if (key === 'End') goTo(extent.to, 0.9)
    else if (key === '+' || key === '=') step('in')
    else if (key === '-') step('out')
    else return
    event.preventDefault()
  }

  if (overview.isPending) return <TableSkeleton />
  if (overview.isError)
    return <ErrorState error={overview.error} title={t('timeline:loadFailed')} onRetry={overview.refetch} />
  if (!extent) return <EmptyState glyph="clock" title={t('timeline:none')} text={t('timeline:noneText')} />

  const bottom = lanes.at(-1)
  const urlOf = (id: number) => shown?.urls?.[id] ?? source.recordUrl({ id })
  const level = levelOf(axis?.msPerPx ?? 1)
  return (
    <div className={frame.root} aria-busy={query.isFetching || undefined}>
      <div className={frame.head}>
        <Button size="xs" variant="default" onClick={() => goTo(today, 0.5)}>
          {t('timeline:today')}
        </Button>
        <span className={classes.steps}>
          <IconButton
            glyph="chevronLeft"
            variant="subtle"
            label={t('timeline:earlier')}
            onClick={() => pan(-width * stride * 3)}
          />
          <IconButton
            glyph="chevronRight"
            variant="subtle"
            label={t('timeline:later')}
            onClick={() => pan(width * stride * 3)}
          />
        </span>
        <h2 className={classes.title} aria-live="polite">
          {axis && words.titleOf(axis, width)}
        </h2>
        <span className={classes.steps}>
          <IconButton
            glyph="minus"
            variant="subtle"
            label={t('timeline:zoomOut')}
            onClick={() => step('out')}
          />
          <NativeSelect
            size="xs"
            aria-label={t('timeline:zoom')}
            data={timeUnits.map((unit) => ({ value: unit, label: t(`timeline:level.${unit}`) }))}
            value={level}
            onChange={({ currentTarget }) => {
              const unit = timeUnits.find((one) => one === currentTarget.value)
              if (unit) change((now) => zoomAt(now, width / 2, levelScale(unit)))
            }}
          />
          <IconButton glyph="plus" variant="subtle" label={t('timeline:zoomIn')} onClick={() => step('in')} />
          <IconButton
            glyph="fullscreen"
            variant="subtle"
            label={t('timeline:showAll')}
            onClick={() => setChosen(null)}
          />
        </span>
      </div>
      <p id={help} className={classes.help}>
        {t('timeline:help')}
      </p>
      <div className={classes.frame}>
        <div className={classes.axis} aria-hidden="true">
          {axis &&
            ticksOf(axis, width).map((tick) => (
              <span
                key={tick.day}
                className={classes.tick}
                style={{ left: xOf(axis, tick.time) }}
                data-year={tick.names === 'year' || undefined}
              >
                {words.tickOf(tick)}
              </span>
            ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: it has keys of its own, and no legend */}
        <div
          ref={plot}
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled and zoomed by keys
          tabIndex={0}
          aria-label={label}
          aria-describedby={help}
          className={classes.plot}
          onKeyDown={onKeyDown}
          {...gestures}
        >
          <div className={classes.lanes} style={{ height: bottom ? bottom.top + bottom.height : undefined }}>
            {axis && (
              <>
                <div className={classes.lines} aria-hidden="true">
                  {ticksOf(axis, width).map((tick) => (
                    <i key={tick.day} style={{ left: xOf(axis, tick.time) }} />
                  ))}
                  <i data-today="" style={{ left: xOf(axis, today) }} />
                </div>
                {lanes
                  .filter((lane) => lane.top + lane.height > top - spare && lane.top < top + height + spare)
                  .map((lane) => (
                    <LaneView
                      key={lane.key ?? 'others'}
                      lane={lane}
                      name={laneNames?.(lane.key) ?? null}
                      label={label}
                      axis={axis}
                      width={width}
                      view={{ top: top - spare, bottom: top + height + spare }}
                      unit={shown?.unit ?? 'year'}
                      most={most}
                      words={words}
                      display={display}
                      urlOf={urlOf}
                      onShow={(day, unit) => showSpan({ from: dayToMs(day) ?? 0, to: unitEnd(unit, day) })}
                    />
                  ))}
              </>
            )}
          </div>
          {query.isError && (
            <ErrorState error={query.error} title={t('timeline:loadFailed')} onRetry={query.refetch} />
          )}
        </div>
      </div>
    </div>
  )
}

/** Null if there are no records on the timeline. */
function extentOf(overview: ReturnType<typeof useOverview>['data']): Span | null {
  if (!overview?.first || !overview.last) return null
  return { from: dayToMs(overview.first) ?? 0, to: unitEnd('day', overview.last) }
}
