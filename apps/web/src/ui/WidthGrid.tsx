/**
 * Lays things out by their chosen widths, where there is room; on a narrow screen each takes the whole
 * line. Cards need more room than fields.
 *
 *   <WidthGrid of="cards"><WidthItem width={card.displayWidth}>…</WidthItem></WidthGrid>
 */
import type { ReactNode } from 'react'
import classes from './WidthGrid.module.css'

export function WidthGrid({ of, children }: { of: 'fields' | 'cards'; children: ReactNode }) {
  return (
    <div className={classes.grid}>
      <div className={classes.items} data-of={of}>
        {children}
      </div>
    </div>
  )
}

export function WidthItem({ width, children }: { width: string; children: ReactNode }) {
  return (
    <div className={classes.item} data-width={width}>
      {children}
    </div>
  )
}
