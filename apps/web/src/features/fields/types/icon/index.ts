import { iconDrawing } from '../../drawings/marks.ts'
import { NoSettings } from '../common/settings.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'

export const icon = fieldTypeUi<string, object>({
  icon: 'fas fa-icons',
  group: 'text',
  Cell,
  Editor,
  Settings: NoSettings,
  grid: {
    display: (value) => value,
    drawing: (value) => iconDrawing(value),
  },
  overlay: 'panel',
  inputs,
  hasDefault: true,
})
