import { TextEntry } from '../common/TextEntry.tsx'
import type { EditorProps } from '../definition.ts'
import type { CodeSettings } from './Settings.tsx'

export const inputs = 'text'

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
