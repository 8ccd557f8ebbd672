/** A part of the account: what it is about on the left, its settings on the right; below each other on phones. */
import { type ReactNode, useId } from 'react'
import classes from './account.module.css'

export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={classes.settings}>{children}</div>
    </section>
  )
}
