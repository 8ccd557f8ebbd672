import { showNumber } from '../common/numbers.ts'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type NumberSettings, Settings } from './Settings.tsx'

export const decimal = fieldTypeUi<number, NumberSettings>({
  icon: 'fas fa-calculator',
  group: 'number',
  Cell,
  Editor,
  Settings,
  grid: { display: (value, field, { format }) => showNumber(value, field.settings, format.language) },
  overlay: 'cell',
  inputs,
  hasDefault: true,
})
