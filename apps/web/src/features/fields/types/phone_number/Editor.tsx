import styles from '../../../../ui/shared.module.css'
import { TextEntry } from '../common/TextEntry.tsx'
import type { EditorProps } from '../definition.ts'
import { callingCode, showPhone } from './phone.ts'
import type { PhoneSettings } from './Settings.tsx'

export const inputs = 'text'

/**
 * Typed in the national form of the country whose code is shown before it, or with a plus in any form; formatted once
 * the person leaves the input.
 */
export function Editor(props: EditorProps<string, PhoneSettings>) {
  const country = props.field.settings.country ?? props.context.country
  const isForeign = props.value !== null && showPhone(props.value, country).startsWith('+')
  const code = props.isCompact || isForeign ? null : callingCode(country)
  return (
    <TextEntry
      props={props}
      inputMode="tel"
      write={(value) => showPhone(value, country)}
      leftSection={
        code && (
          <span className={styles.note}>
            {country} {code}
          </span>
        )
      }
      leftSectionWidth={code ? 24 + (country.length + code.length) * 8 : undefined}
    />
  )
}
