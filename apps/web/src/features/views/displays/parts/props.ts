/** The props of every display, which knows nothing else of its surroundings. */
import type { FieldContext } from '../../../fields/public.ts'
import type { Display, ViewSource } from '../../source.ts'

export interface DisplayProps {
  source: ViewSource
  display: Display
  /** The reader's language, zone and team; the names that values refer to come with the records. */
  context: FieldContext
  /** Accessible name of what is listed. */
  label: string
}
