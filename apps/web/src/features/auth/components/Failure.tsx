/** What went wrong with a form as a whole, above its button. */
import type { ReactNode } from 'react'
import { Glyph } from '../../../ui/Glyph.tsx'
import classes from './Failure.module.css'

export function Failure({ text, children }: { text: string | undefined; children?: ReactNode }) {
  if (!text) return null
  return (
    <div className={classes.failure} role="alert">
      <Glyph name="warning" />
      <div>
        {text}
        {children}
      </div>
    </div>
  )
}
