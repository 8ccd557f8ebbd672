import { onOneLine } from '../common/cells.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { Settings, type TextSettings } from './Settings.tsx'

export const plainText = fieldTypeUi<string, TextSettings>({
  icon: 'fas fa-font',
  group: 'text',
  Cell,
  Editor,
  Settings,
  grid: { display: onOneLine },
  overlay: 'cell',
  inputs,
  hasDefault: true,
})
