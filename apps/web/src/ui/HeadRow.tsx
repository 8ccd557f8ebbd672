/** The row above a list or a block: words at its start (how many there are), what one can do at its end. */
import type { ReactNode } from 'react'
import classes from './HeadRow.module.css'
import styles from './shared.module.css'

export function HeadRow({ start, children }: { start: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.row}>
      {start}
      {children}
    </div>
  )
}

/** How much there is of what stands below; its place is kept until that is known. */
export function HeadCount({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}
