/** What every display is given; it knows nothing else of where it stands. */
import type { FieldContext } from '../../../fields/public.ts'
import type { Display, ViewSource } from '../../source.ts'

export interface DisplayProps {
  source: ViewSource
  display: Display
  /** Language, zone and team of the reader; the names that values refer to come with the records. */
  context: FieldContext
  /** Accessible name of what is listed. */
  label: string
}
