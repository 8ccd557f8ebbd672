import { tickDrawing } from '../../drawings/marks.ts'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type BooleanSettings, Settings } from './Settings.tsx'

/** Yes, no and, where a field may be empty, nothing. */
function nextTick(value: boolean | null, isRequired: boolean): boolean | null {
  if (value === true) return false
  return value === false && !isRequired ? null : true
}

export const boolean = fieldTypeUi<boolean, BooleanSettings>({
  icon: 'far fa-square-check',
  group: 'choice',
  Cell,
  Editor,
  Settings,
  grid: {
    display: (value, _field, { t }) => t(value ? 'common:yes' : 'common:no'),
    drawing: (value, field) => (field.settings.displayFormat === 'words' ? null : tickDrawing(value)),
  },
  // Enter toggles the box; letters do nothing.
  keyInGrid(key, value, { isRequired }) {
    if (key === ' ') return 'openRecord'
    return key === undefined ? { save: nextTick(value, isRequired) } : 'nothing'
  },
  overlay: 'cell',
  inputs,
  hasDefault: true,
})
