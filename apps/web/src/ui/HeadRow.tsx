/** The row above a list or a block: its count at the start, its actions at the end. */
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

/** The count of what is below; its space is reserved until it is known. */
export function HeadCount({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}
