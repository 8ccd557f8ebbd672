/** The element that a view's style sheet applies to, and nothing beyond it. */
import type { ReactNode } from 'react'
import styles from '../../../ui/shared.module.css'

export function ViewFrame({
  id,
  css,
  children,
}: {
  id: number
  /** All its rules are scoped to `.muster-view-{id}`: the server's `scopedInternalCss`. */
  css: string
  children: ReactNode
}) {
  return (
    <div className={styles.paintEdge}>
      <div className={`muster-view-${id}`}>
        {css && <style>{css}</style>}
        {children}
      </div>
    </div>
  )
}
