import { showDay } from '../common/days.ts'
import type { CellProps } from '../definition.ts'
import type { DateSettings } from './Settings.tsx'

export function Cell({ value, field, context }: CellProps<string, DateSettings>) {
  const { format } = context
  return (
    <time dateTime={value} title={format.plainFullDate(value)}>
      {showDay(value, field.settings.displayFormat, format.language)}
    </time>
  )
}
