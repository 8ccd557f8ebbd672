import { writeNumber } from '@muster/contract/fields/types/common/numbers'
import { percentage } from '@muster/contract/fields/types/percentage'
import styles from '../../../../ui/shared.module.css'
import { TextEntry } from '../common/TextEntry.tsx'
import type { EditorProps } from '../definition.ts'
import type { PercentageSettings } from './Settings.tsx'

export const inputs = 'text'

export function Editor(props: EditorProps<number, PercentageSettings>) {
  const { language } = props.context.format
  return (
    <TextEntry
      props={props}
      inputMode="decimal"
      isRight
      write={(value) => writeNumber(value, language)}
      rightSection={<span className={styles.note}>{percentage.suffix}</span>}
      rightSectionWidth={28}
    />
  )
}
