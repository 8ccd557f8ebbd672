import { CalendarButton } from '../common/Calendar.tsx'
import { writeDay } from '../common/days.ts'
import { TextEntry } from '../common/TextEntry.tsx'
import type { EditorProps } from '../definition.ts'
import type { DateSettings } from './Settings.tsx'

export const inputs = 'text'

export function Editor(props: EditorProps<string, DateSettings>) {
  const { value, field, context, onChange, onCommit } = props
  return (
    <TextEntry
      props={props}
      placeholder={context.t('fields:date.placeholder')}
      write={(day) => writeDay(day, context.format.language)}
      rightSection={
        <CalendarButton
          day={value}
          min={field.settings.min}
          max={field.settings.max}
          context={context}
          onPick={(day) => {
            onChange(day, { problem: null })
            onCommit()
          }}
        />
      }
    />
  )
}
