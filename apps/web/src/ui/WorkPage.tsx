/** A page as high as the window: its top stays in place, and a drawer may be beside its body. */
import type { ReactNode } from 'react'
import classes from './WorkPage.module.css'

export function WorkPage({ hasDrawer = false, children }: { hasDrawer?: boolean; children: ReactNode }) {
  return (
    <div className={classes.page} data-drawer={hasDrawer || undefined}>
      {children}
    </div>
  )
}

/** Fills the rest of the page, and scrolls by itself. */
export function WorkBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>
}
