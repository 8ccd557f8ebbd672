/** What other features may use of fields. */
import './everything.ts'

export { AddField } from './admin/LazyAddField.tsx'
export { FieldSettings } from './admin/LazyFieldSettings.tsx'
export { chipColors, chipStyle, rowStyle, rowTint } from './choice-colors.ts'
export { choiceText } from './choice-text.ts'
export { Chip } from './components/Chip.tsx'
export {
  defaultsOf,
  FieldForm,
  useFieldForm,
} from './components/FieldForm.tsx'
export { FieldInput } from './components/FieldInput.tsx'
export { FieldValue } from './components/FieldValue.tsx'
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
export { type UploadState, UploadWatch } from './files/upload-watch.ts'
export { defaultWidth, displaySum, gridCellOf, isRightAligned, keyEffect, textCell } from './grid-cell.ts'
export type { Linked } from './linked.ts'
export { ColorPicker } from './lists/ColorPicker.tsx'
export { createList } from './lists/create-list.ts'
export { NewListDialog } from './lists/NewListDialog.tsx'
export { pendingId } from './lists/pending-id.ts'
export { type Option, Picker } from './picker/Picker.tsx'
export { useRecordOptions } from './picker/use-record-options.ts'
export { fieldsToFill, nameColumnOf } from './quick-create.ts'
export { columnActions } from './rewrite/column-actions.ts'
export {
  type AskedRewrite,
  canReplaceIn,
  canSplit,
  hasPicturesToFetch,
  packRewrite,
  type RewriteKind,
  unpackRewrite,
} from './rewrite/offers.ts'
export {
  type CellSource,
  RecordSourceContext,
  useRecordSource,
} from './source/record-source.ts'
export { fieldTitle, namedIn } from './titles.ts'
export { isEmptyValue, typedField } from './typed-field.ts'
export { instantAt, wallOf, zoneName } from './types/common/days.ts'
export { showMoney } from './types/common/numbers.ts'
export type {
  Change,
  FieldProblem,
  GridCell,
} from './types/definition.ts'
export { fieldTypeUiOf } from './types/index.ts'
export { pictureOf } from './types/url/Cell.tsx'
export { inTreeOrder, useCollection, useCollections } from './use-collections.ts'
