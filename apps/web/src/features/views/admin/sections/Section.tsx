/** A part of a view's details under its heading. */
import { type ReactNode, useId } from 'react'
import classes from '../admin.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
