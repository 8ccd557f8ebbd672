/** What other features may use of fields. */
export { chipColors, chipStyle, nextColor } from './choice-colors.ts'
export { Chip } from './components/Chip.tsx'
export {
  defaultsOf,
  FieldForm,
  useFieldForm,
} from './components/FieldForm.tsx'
export { FieldInput } from './components/FieldInput.tsx'
export { FieldValue } from './components/FieldValue.tsx'
export { SortableList, SortableRow } from './components/SortableList.tsx'
export { SortableTable } from './components/SortableTable.tsx'
export { Translations } from './components/Translations.tsx'
export { WidthSelect } from './components/WidthSelect.tsx'
export {
  type FieldContext,
  fieldContextOf,
  type TeamFacts,
  TeamFactsContext,
  useFieldContext,
  useTeamFacts,
} from './field-context.ts'
export { gridCellOf } from './grid-cell.ts'
export { ColorPicker } from './lists/ColorPicker.tsx'
export { createList } from './lists/create-list.ts'
export { NewListDialog } from './lists/NewListDialog.tsx'
export { pendingId } from './lists/pending-id.ts'
export { type Option, Picker } from './picker/Picker.tsx'
export { useRecordOptions } from './picker/use-record-options.ts'
export { askedFields, nameColumnOf } from './quick-create.ts'
export { fieldTitle, namedIn } from './titles.ts'
export { isEmptyValue, typedField } from './typed-field.ts'
export type {
  Bubble,
  Change,
  FieldProblem,
  GridCell,
  Linked,
} from './types/definition.ts'
export { fieldTypeUiOf } from './types/index.ts'
export { inTreeOrder, useCollection, useCollections } from './use-collections.ts'
