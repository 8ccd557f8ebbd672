import type { EditorProps } from '../definition.ts'
import { TextEntry } from '../shared/TextEntry.tsx'
import { showPhone } from './phone.ts'
import type { PhoneSettings } from './Settings.tsx'

/** Typed in the national form or with a plus; shown formatted once the person leaves the input. */
export function Editor(props: EditorProps<string, PhoneSettings>) {
  const country = props.field.settings.country ?? props.context.country
  return <TextEntry props={props} inputMode="tel" write={(value) => showPhone(value, country)} />
}
