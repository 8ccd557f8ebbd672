import { TextInput } from '@mantine/core'
import { readDay } from '@muster/contract/fields/time/date-time'
import type { DateRange } from '@muster/contract/fields/types/date_range'
import { fieldTypes } from '@muster/contract/fields/types/index'
import { type KeyboardEvent, useState } from 'react'
import { CalendarButton } from '../common/Calendar.tsx'
import { writeDay } from '../common/days.ts'
import classes from '../common/Entry.module.css'
import type { EditorProps } from '../definition.ts'
import type { DateRangeSettings } from './Settings.tsx'

export const inputs = 'group'

const ends = ['start', 'end'] as const
type End = (typeof ends)[number]

/** Two days, each typed or picked; the texts stay as typed until both can be parsed. */
export function Editor(props: EditorProps<DateRange, DateRangeSettings>) {
  const { id, value, field, context, onChange } = props
  const { t, format } = context
  const shown = (range: DateRange | null): Record<End, string> => ({
    start: range?.start ? writeDay(range.start, format.language) : '',
    end: range?.end ? writeDay(range.end, format.language) : '',
  })
  const [texts, setTexts] = useState(() => shown(value))
  const [seen, setSeen] = useState(value)
  const [reported, setReported] = useState(value)
  if (JSON.stringify(value) !== JSON.stringify(seen)) {
    setSeen(value)
    if (JSON.stringify(value) !== JSON.stringify(reported)) setTexts(shown(value))
  }

  const set = (next: Record<End, string>) => {
    setTexts(next)
    const days = ends.map((end) => (next[end].trim() === '' ? null : readDay(next[end].trim(), context.text)))
    const unread = days.find((day) => day && !day.ok)
    if (unread && !unread.ok) return onChange(value, { problem: { code: unread.code } })
    const [start, end] = days.map((day) => (day?.ok ? day.value : null))
    const range = fieldTypes.date_range.parse({ start: start ?? null, end: end ?? null }, field.settings)
    if (!range.ok) return onChange(value, { problem: { code: range.code, params: range.params } })
    setReported(range.value)
    onChange(range.value, { problem: null })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') props.onCommit()
    if (event.key === 'Escape') props.onCancel()
  }

  return (
    <div className={classes.row}>
      {ends.map((end) => (
        <TextInput
          key={end}
          id={end === 'start' ? id : `${id}-end`}
          label={t(`fields:range.${end}`)}
          value={texts[end]}
          placeholder={t('fields:date.placeholder')}
          readOnly={props.isReadOnly}
          error={props.isInvalid}
          autoComplete="off"
          data-autofocus={(props.autoFocus && end === 'start') || undefined}
          ref={(node) => {
            if (props.autoFocus && end === 'start' && node && !node.dataset.focused) {
              node.dataset.focused = 'yes'
              node.focus()
            }
          }}
          onChange={(event) => set({ ...texts, [end]: event.currentTarget.value })}
          onBlur={props.onBlur}
          onKeyDown={onKeyDown}
          rightSectionPointerEvents="all"
          rightSection={
            props.isReadOnly ? undefined : (
              <CalendarButton
                day={value?.[end] ?? null}
                min={end === 'end' ? (value?.start ?? field.settings.min) : field.settings.min}
                max={end === 'start' ? (value?.end ?? field.settings.max) : field.settings.max}
                context={context}
                label={t(`fields:range.pick_${end}`)}
                onPick={(day) => set({ ...texts, [end]: writeDay(day, format.language) })}
              />
            )
          }
        />
      ))}
    </div>
  )
}
