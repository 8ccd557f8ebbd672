/**
 * A panel of 560 px at the right. Beside the page (default: the page stays usable, Escape closes) or, with
 * `isModal`, over it. On phones it fills the screen.
 *
 *   <Drawer title={record.name} onClose={close} tools={<IconButton …/>}>…</Drawer>
 */
import { Drawer as MantineDrawer } from '@mantine/core'
import { type CSSProperties, type ReactNode, useId } from 'react'
import classes from './Drawer.module.css'
import { PanelHead } from './PanelHead.tsx'
import { useEscape } from './use-escape.ts'
import { useFocusBack } from './use-focus-back.ts'

export interface DrawerProps {
  title: string
  onClose: () => void
  isModal?: boolean
  /** Buttons left of Close: expand, previous, next. */
  tools?: ReactNode
  footer?: ReactNode
  width?: number
  children: ReactNode
}

export function Drawer({ title, onClose, isModal, tools, footer, width = 560, children }: DrawerProps) {
  const id = useId()
  useEscape(!isModal, onClose)
  const head = <PanelHead id={id} title={title} tools={tools} onClose={onClose} />
  const foot = footer && <div className={classes.footer}>{footer}</div>
  if (isModal) {
    return (
      <OverPage title={title} onClose={onClose} width={width}>
        {head}
        <div className={classes.body}>{children}</div>
        {foot}
      </OverPage>
    )
  }
  return (
    <aside
      className={classes.drawer}
      style={{ '--drawer-width': `${width}px` } as CSSProperties}
      aria-labelledby={id}
    >
      {head}
      <div className={classes.body}>{children}</div>
      {foot}
    </aside>
  )
}

function OverPage({
  title,
  onClose,
  width,
  children,
}: Pick<DrawerProps, 'title' | 'onClose' | 'width' | 'children'>) {
  useFocusBack()
  return (
    <MantineDrawer
      opened
      onClose={onClose}
      position="right"
      size={width}
      padding={0}
      withCloseButton={false}
      // Its own `aria-labelledby` would point to its own title, and override ours.
      attributes={{ content: { 'aria-label': title } }}
    >
      {children}
    </MantineDrawer>
  )
}
