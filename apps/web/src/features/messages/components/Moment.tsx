/** A date and time, with the full one in its tooltip; nothing for null. */
import { useFormat } from '../../../lib/use-format.ts'

export function Moment({ at }: { at: string | null }) {
  const format = useFormat()
  if (at === null) return null
  return (
    <time dateTime={at} title={format.fullDateTime(at)}>
      {format.dateTime(at)}
    </time>
  )
}
