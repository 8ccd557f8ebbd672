import { showInstant } from '../common/days.ts'
import type { CellProps } from '../definition.ts'
import type { DateTimeSettings } from './Settings.tsx'

export function Cell({ value, field, context }: CellProps<string, DateTimeSettings>) {
  const { format } = context
  return (
    <time dateTime={value} title={format.fullDateTime(value)}>
      {showInstant(value, field.settings, format.language, format.timeZone)}
    </time>
  )
}
