import type { EditorProps } from '../definition.ts'
import { TextEntry } from '../shared/TextEntry.tsx'
import type { CodeSettings } from './Settings.tsx'

export function Editor(props: EditorProps<string, CodeSettings>) {
  const { autoNumber } = props.field.settings
  return (
    <TextEntry
      props={props}
      isMonospace
      placeholder={autoNumber ? props.context.t('fields:code.automatic') : undefined}
    />
  )
}
