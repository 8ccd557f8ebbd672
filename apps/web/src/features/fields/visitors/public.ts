/**
 * What the page of a public wizard may use of fields: inputs that load the rest of a type when it is shown. In a barrel
 * everything counts as used, and `../public.ts` has all types.
 */
import { knowEditors } from '../types/editors.ts'
import * as email from '../types/email_address/Editor.tsx'
import * as choices from '../types/multi_selection_from_list/Editor.tsx'
import * as text from '../types/plain_text/Editor.tsx'
import * as choice from '../types/single_selection_from_list/Editor.tsx'

export { FieldForm, type FieldFormState, useFieldForm } from '../components/FieldForm.tsx'
export { type TeamFacts, TeamFactsContext } from '../field-context.ts'
export type { Linked } from '../linked.ts'
export type { Option } from '../picker/Picker.tsx'
export { fieldRules } from '../rules.ts'
export {
  type OptionsFound,
  type OptionsWanted,
  type RecordSource,
  RecordSourceContext,
  useRecordSource,
} from '../source/record-source.ts'

/** What most first questions ask for. */
export const firstEditors = {
  plain_text: text,
  email_address: email,
  single_selection_from_list: choice,
  multi_selection_from_list: choices,
}

export const knowFirstEditors = (): void => knowEditors(firstEditors)
