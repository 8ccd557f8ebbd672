import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type CodeSettings, Settings } from './Settings.tsx'

export const code = fieldTypeUi<string, CodeSettings>({
  icon: 'fas fa-barcode',
  group: 'text',
  Cell,
  Editor,
  Settings,
  grid: { display: (value) => value },
  overlay: 'cell',
  inputs,
  hasDefault: false,
})
