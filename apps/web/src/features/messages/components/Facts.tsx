/** Names and values below each other, of which empty ones are left out. */
import type { ReactNode } from 'react'
import classes from './Facts.module.css'

interface Fact {
  label: string
  value: ReactNode
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(({ value }) => value !== '' && value !== null && value !== undefined && value !== false)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
