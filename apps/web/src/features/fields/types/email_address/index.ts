import { NoSettings } from '../common/settings.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'

export const emailAddress = fieldTypeUi<string, object>({
  icon: 'fas fa-at',
  group: 'text',
  Cell,
  Editor,
  Settings: NoSettings,
  grid: { display: (value) => value },
  overlay: 'cell',
  inputs,
  hasDefault: false,
})
