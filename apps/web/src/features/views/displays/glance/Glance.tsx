/**
 * A record's displayed fields where only names fit: a card beside the event or place under the pointer or with the
 * keyboard focus. It is a tooltip: Escape or leaving closes it (WCAG 2.2, 1.4.13), and it
 * blocks nothing. On touch screens a tap opens the record itself.
 */
import { Portal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PropsWithChildren, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type FieldContext, fieldContextOf, isEmptyValue } from '../../../fields/public.ts'
import type { Display, ViewSource } from '../../source.ts'
import { FieldBlocks } from '../parts/FieldBlocks.tsx'
import classes from './Glance.module.css'
import { GlanceContext, type GlanceFacts } from './glance-context.ts'

/** Delay, so that passing over a target sends no request. */
const restMs = 400
const width = 320
const gap = 6

interface GlanceProps {
  source: ViewSource
  display: Display
  context: FieldContext
}

interface At {
  id: number
  /** The card's anchor, and the element that it describes if that is another one. */
  box: DOMRect
  target: Element | null
}

export function Glance({ children, ...props }: PropsWithChildren<GlanceProps>) {
  const { source, display } = props
  const [at, setAt] = useState<At | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The card shown or about to be, and its anchor. */
  const pointedAt = useRef<{ id: number; beside: Element } | null>(null)
  const card = useId()
  const isOffered = source.one !== undefined && besidesName(display).length > 0
  const facts = useMemo((): GlanceFacts => {
    const hide = () => {
      clearTimeout(timer.current)
      pointedAt.current = null
      setAt(null)
    }
    return {
      hide,
      show(id, beside, target = null) {
        if (pointedAt.current?.id === id && pointedAt.current.beside === beside) return
        hide()
        if (!isOffered) return
        pointedAt.current = { id, beside }
        timer.current = setTimeout(() => setAt({ id, box: beside.getBoundingClientRect(), target }), restMs)
      },
    }
  }, [isOffered])
  useEffect(() => facts.hide, [facts])
  useEffect(() => {
    if (!at) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && facts.hide()
    at.target?.setAttribute('aria-describedby', card)
    // Scrolling closes it.
    window.addEventListener('scroll', facts.hide, true)
    window.addEventListener('keydown', onKey, true)
    return () => {
      at.target?.removeAttribute('aria-describedby')
      window.removeEventListener('scroll', facts.hide, true)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [at, card, facts])
  const showOf = (element: Element) => {
    const target = element.closest('[data-record]')
    if (target) facts.show(Number(target.getAttribute('data-record')), target, target)
    else facts.hide()
  }
  return (
    <GlanceContext value={facts}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes hover and focus of its links */}
      <div
        className={classes.around}
        onPointerOver={(event) => {
          // Nothing during a drag.
          if (event.pointerType !== 'touch' && event.buttons === 0) showOf(event.target as Element)
        }}
        onPointerLeave={facts.hide}
        onPointerDown={facts.hide}
        onFocus={(event) => event.target.matches(':focus-visible') && showOf(event.target)}
        onBlur={facts.hide}
      >
        {children}
      </div>
      {at && <Card key={at.id} id={card} at={at} {...props} />}
    </GlanceContext>
  )
}

/** The name is visible already. */
const besidesName = ({ fields, nameField }: Display) =>
  fields.filter(({ field }) => field.id !== nameField?.id)

function Card({ id, at, source, display, context }: GlanceProps & { id: string; at: At }) {
  const { data } = useQuery({
    queryKey: [...source.key, 'one', at.id],
    queryFn: ({ signal }) => source.one?.(at.id, signal) ?? null,
  })
  const record = data?.items[0]
  if (!record) return null
  const fields = besidesName(display)
  const hasValue = fields.some(
    ({ field, shown }) => shown.includeEmptyFields || !isEmptyValue(record.values[field.columnName]),
  )
  if (!hasValue) return null
  const { box } = at
  const isBelow = box.bottom < window.innerHeight * 0.6
  return (
    <Portal>
      <div
        id={id}
        role="tooltip"
        // Its links are display only: they are no tab stops.
        inert
        className={classes.card}
        style={{
          width,
          left: Math.max(gap, Math.min(box.left, window.innerWidth - width - gap)),
          ...(isBelow ? { top: box.bottom + gap } : { bottom: window.innerHeight - box.top + gap }),
        }}
      >
        <FieldBlocks
          record={record}
          fields={fields}
          context={fieldContextOf(context, data.linked)}
          variant="line"
          widthOf={() => 'full'}
        />
      </div>
    </Portal>
  )
}
