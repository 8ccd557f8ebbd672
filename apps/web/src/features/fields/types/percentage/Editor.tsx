import { writeNumber } from '@muster/contract/fields/types/shared/numbers'
import type { EditorProps } from '../definition.ts'
import classes from '../shared/Entry.module.css'
import { TextEntry } from '../shared/TextEntry.tsx'
import type { PercentageSettings } from './Settings.tsx'

export function Editor(props: EditorProps<number, PercentageSettings>) {
  const { language } = props.context.format
  return (
    <TextEntry
      props={props}
      inputMode="decimal"
      isRight
      write={(value) => writeNumber(value, language)}
      rightSection={<span className={classes.unit}>%</span>}
      rightSectionWidth={28}
    />
  )
}
