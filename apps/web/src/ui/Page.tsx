/**
 * The body under a page header: fills the width (`isWide`) or keeps text and forms readable.
 *
 *   <PageBody>…form…</PageBody>   <PageBody isWide>…table…</PageBody>
 */
import type { ReactNode } from 'react'
import classes from './Page.module.css'

export function PageBody({ isWide, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.body} data-wide={isWide || undefined}>
      {children}
    </div>
  )
}
