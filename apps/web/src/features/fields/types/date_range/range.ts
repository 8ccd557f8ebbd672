/** A date range in words of the reader's language. */
import type { DateRange } from '@muster/contract/fields/types/date_range'
import type { FieldContext } from '../../field-context.ts'
import { type DateFormat, showDay } from '../common/days.ts'

export function showRange(
  { start, end }: DateRange,
  displayFormat: DateFormat,
  { format, t }: FieldContext,
): string {
  const show = (day: string) => showDay(day, displayFormat, format.language)
  if (start !== null && end !== null) return start === end ? show(start) : `${show(start)} – ${show(end)}`
  if (start !== null) return t('fields:range.from', { date: show(start) })
  return end === null ? '' : t('fields:range.until', { date: show(end) })
}
