/** A text with the matches of the search highlighted. */
import type { Marks } from '@muster/contract/search/search.schema'
import type { ReactNode } from 'react'
import classes from './Marked.module.css'

export function Marked({ text, marks }: { text: string; marks: Marks }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from))
    parts.push(
      <mark key={from} className={classes.mark}>
        {text.slice(from, to)}
      </mark>,
    )
    at = to
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
