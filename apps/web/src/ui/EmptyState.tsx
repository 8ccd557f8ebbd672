/**
 * Why a place is empty, in one line, and the one thing to do about it.
 *
 *   <EmptyState glyph="table" title={text} action={<Button onClick={create}>{text}</Button>} />
 */
import type { ReactNode } from 'react'
import { Glyph, type GlyphName } from './Glyph.tsx'
import classes from './States.module.css'

export function EmptyState({
  glyph,
  title,
  text,
  action,
}: {
  glyph?: GlyphName
  title: string
  text?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={classes.state}>
      {glyph && (
        <span className={classes.sign}>
          <Glyph name={glyph} size={24} />
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
