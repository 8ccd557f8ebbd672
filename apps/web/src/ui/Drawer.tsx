/**
 * A panel of 560 px at the right. Beside the page (default: the page stays usable, Escape closes) or, with
 * `isModal`, over it. On phones it fills the screen.
 *
 *   <Drawer title={record.name} onClose={close} tools={<IconButton …/>}>…</Drawer>
 */
import { Drawer as MantineDrawer } from '@mantine/core'
import { type CSSProperties, type ReactNode, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Drawer.module.css'
import { IconButton } from './IconButton.tsx'

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
  const { t } = useTranslation('common')
  const id = useId()
  useEffect(() => {
    if (isModal) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isModal, onClose])
  if (isModal) {
    return (
      <MantineDrawer
        opened
        onClose={onClose}
        position="right"
        size={width}
        title={title}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {children}
        {footer && <div className={classes.footer}>{footer}</div>}
      </MantineDrawer>
    )
  }
  return (
    <aside
      className={classes.drawer}
      style={{ '--drawer-width': `${width}px` } as CSSProperties}
      aria-labelledby={id}
    >
      <header className={classes.header}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <div className={classes.tools}>
          {tools}
          <IconButton glyph="close" label={t('close')} onClick={onClose} />
        </div>
      </header>
      <div className={classes.body}>{children}</div>
      {footer && <div className={classes.footer}>{footer}</div>}
    </aside>
  )
}
