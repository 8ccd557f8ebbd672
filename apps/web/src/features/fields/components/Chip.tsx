/** The chip of a list item, a record, a collection or a file: its name on its colour. */
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import styles from '../../../ui/shared.module.css'
import { chipStyle } from '../choice-colors.ts'
import classes from './Chip.module.css'

export interface ChipProps {
  text: string
  color?: string | null
  avatar?: string | null
  /** Name of an icon, where there is no picture. */
  icon?: string | null
  /** Adds a button that removes it, at its end. */
  tool?: ReactNode
}

export function Chip({ text, color, avatar, icon, tool }: ChipProps) {
  return (
    <span
      className={classes.chip}
      style={color ? chipStyle(color) : undefined}
      data-plain={color ? undefined : ''}
    >
      {avatar ? (
        <img src={avatar} alt="" className={classes.avatar} loading="lazy" />
      ) : icon ? (
        <Icon name={icon} size={11} />
      ) : null}
      <span className={styles.clipped}>{text}</span>
      {tool}
    </span>
  )
}

/** Chips in a row; `line` cuts off what does not fit, `block` wraps. */
export function Chips({ variant, children }: { variant: 'line' | 'block'; children: ReactNode }) {
  return <span className={variant === 'line' ? classes.line : classes.block}>{children}</span>
}
