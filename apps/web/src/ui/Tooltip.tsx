/**
 * The one tooltip: 8 px away from the screen's edge, in after 10 ms, out after 200 ms (spec section 9).
 * Also shown on keyboard focus.
 *
 *   <Tooltip label={text}><ActionIcon aria-label={text}>…</ActionIcon></Tooltip>
 *
 * A page has dozens of them, of which one may be shown. Until the first is wanted it costs little more than its child.
 */
import { Tooltip as MantineTooltip, type TooltipProps, useDelayedHover } from '@mantine/core'
import { useDisclosure, useMergedRef, useWindowEvent } from '@mantine/hooks'
import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type Ref,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react'

type Child = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>

type Props = Pick<TooltipProps, 'label' | 'position' | 'disabled' | 'multiline' | 'maw'> & {
  /** One element that passes events and `ref` on. */
  children: Child
}

export function Tooltip({ children, ...props }: Props) {
  const id = useId()
  const target = useRef<HTMLElement>(null)
  const child = children.props
  const ref = useMergedRef(target, child.ref)
  const [isWanted, setWanted] = useState(false)
  const [isOpen, { open, close }] = useDisclosure(false)
  const hover = useDelayedHover({ open, close, openDelay: 10, closeDelay: 200 })
  const isShown = isOpen && !props.disabled
  return (
    <>
      {cloneElement(children, {
        ref,
        'aria-describedby': [child['aria-describedby'], isShown && id].filter(Boolean).join(' ') || undefined,
        onPointerEnter(event: PointerEvent<HTMLElement>) {
          child.onPointerEnter?.(event)
          if (event.pointerType === 'touch') return
          setWanted(true)
          hover.openDropdown()
        },
        onPointerLeave(event: PointerEvent<HTMLElement>) {
          child.onPointerLeave?.(event)
          hover.closeDropdown()
        },
        onFocus(event: FocusEvent<HTMLElement>) {
          child.onFocus?.(event)
          if (!event.target.matches(':focus-visible')) return
          setWanted(true)
          open()
        },
        onBlur(event: FocusEvent<HTMLElement>) {
          child.onBlur?.(event)
          close()
        },
      })}
      {isWanted && <Floating id={id} target={target} isOpen={isShown} onClose={close} {...props} />}
    </>
  )
}

function Floating({
  id,
  target,
  isOpen,
  onClose,
  label,
  ...props
}: Omit<Props, 'children'> & {
  id: string
  target: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose(): void
}) {
  // What covers others can be sent away (WCAG 1.4.13).
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose()
  })
  return (
    <MantineTooltip
      target={target}
      opened={isOpen}
      label={<span id={id}>{label}</span>}
      offset={6}
      middlewares={{ shift: { padding: 8 }, flip: { padding: 8 } }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      fz={12}
      {...props}
    />
  )
}
