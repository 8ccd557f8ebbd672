/** Texts of types whose values are words. */
import type { DataType } from '@muster/contract/fields/families'
import { fieldTypeUiOf } from './types/index.ts'

/** Any `t`: the namespaces depend on the type. */
type Translate = (key: never, options: { defaultValue: string }) => unknown

/** The text of one of a type's `choices` in the reader's language. */
export function choiceText(dataType: DataType, choice: string, t: Translate): string {
  const texts = fieldTypeUiOf(dataType).choiceTexts
  return texts ? String(t(`${texts}.${choice}` as never, { defaultValue: choice })) : choice
}
