/**
 * Mantine's `Menu`. A page has dozens of them, of which few are ever opened: before its first click, one costs little
 * more than its trigger.
 *
 *   <LazyMenu trigger={<Button>…</Button>}>
 *     <Menu.Dropdown>…</Menu.Dropdown>
 *   </LazyMenu>
 */
import { Menu, type MenuProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import {
  cloneElement,
  type HTMLAttributes,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Anchor } from './Anchor.tsx'

/** An element that passes `ref` and the other properties on to a button. */
export type MenuTrigger = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>

export type LazyMenuProps = Pick<
  MenuProps,
  'position' | 'width' | 'withinPortal' | 'withInitialFocusPlaceholder' | 'trapFocus'
> & {
  trigger: MenuTrigger
  children: ReactNode
}

export function LazyMenu({ trigger, children, ...menu }: LazyMenuProps) {
  const id = useId()
  const target = useRef<HTMLElement>(null)
  const ref = useMergedRef(target, trigger.props.ref)
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {cloneElement(trigger, {
        ref,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? `${id}-dropdown` : undefined,
        onClick(event: MouseEvent<HTMLElement>) {
          trigger.props.onClick?.(event)
          // It notes what has the focus when it opens, and for that it must be there.
          flushSync(() => setWanted(true))
          setOpen(!isOpen)
        },
      })}
      {isWanted && (
        <Menu {...menu} id={id} opened={isOpen} onChange={setOpen}>
          <Menu.Target>
            <Anchor of={target} />
          </Menu.Target>
          {children}
        </Menu>
      )}
    </>
  )
}
