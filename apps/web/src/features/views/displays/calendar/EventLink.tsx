/** An event as a chip or a line: a link to its record where that opens. */
import type { CSSProperties, DragEvent, ReactNode } from 'react'
import { AppLink } from '../../../../ui/AppLink.tsx'
import { useCalendar } from './calendar-context.ts'
import type { PlacedEvent } from './placed.ts'

interface Props {
  event: PlacedEvent
  label: string
  tabIndex: 0 | -1
  className?: string | undefined
  style?: CSSProperties
  data?: Record<`data-${string}`, string | undefined>
  draggable?: boolean
  onDragStart?(event: DragEvent): void
  children: ReactNode
}

export function EventLink({ event, label, tabIndex, className, style, data, children, ...drag }: Props) {
  const { urlOf, openInNewWindow } = useCalendar()
  const href = urlOf(event.id)
  const common = {
    ...data,
    ...drag,
    className,
    style,
    tabIndex,
    'data-stop': '',
    'data-record': event.id,
  }
  if (href === null) {
    return (
      <span {...common} role="note" aria-label={label} title={event.name}>
        {children}
      </span>
    )
  }
  return (
    <AppLink
      {...common}
      href={href}
      aria-label={label}
      title={event.name}
      target={openInNewWindow ? '_blank' : undefined}
    >
      {children}
    </AppLink>
  )
}
