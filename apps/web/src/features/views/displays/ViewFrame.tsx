/** The element that a view's style sheet reaches, and nothing beyond it. */
import type { ReactNode } from 'react'

export function ViewFrame({
  id,
  css,
  children,
}: {
  id: number
  /** Every rule of it holds below `.muster-view-{id}` only: the server's `scopedInternalCss`. */
  css: string
  children: ReactNode
}) {
  return (
    <div className={`muster-view-${id}`}>
      {css && <style>{css}</style>}
      {children}
    </div>
  )
}
