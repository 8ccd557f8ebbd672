/**
 * A state or a choice as a word on a soft background. Colours are those of states; `gray` for plain labels.
 *
 *   <Tag color="green">{text}</Tag>
 */
import type { ReactNode } from 'react'
import type { StatusColor } from './status-colors.ts'
import classes from './Tag.module.css'

export function Tag({ color = 'gray', children }: { color?: StatusColor; children: ReactNode }) {
  return (
    <span
      className={classes.tag}
      style={{ background: `var(--m-${color}-ground)`, color: `var(--m-${color}-text)` }}
    >
      {children}
    </span>
  )
}
