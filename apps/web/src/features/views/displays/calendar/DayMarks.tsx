/** What a calendar shows on a day besides its events: names and pictures. */
import type { DateInfoResult } from '@muster/contract/views/views.schema'
import classes from './Calendar.module.css'

export type Mark = DateInfoResult['days'][number]

export function DayMarks({ marks }: { marks: readonly Mark[] | undefined }) {
  if (!marks || marks.length === 0) return null
  const pictures = marks.filter(({ imageUrl }) => imageUrl !== null)
  const names = marks.map(({ name }) => name).join(', ')
  return (
    <span className={classes.marks} title={names}>
      {pictures.slice(0, 2).map(({ recordId, imageUrl }) => (
        <img key={recordId} src={imageUrl ?? ''} alt="" className={classes.markImage} loading="lazy" />
      ))}
      <span className={classes.markNames}>{names}</span>
    </span>
  )
}
