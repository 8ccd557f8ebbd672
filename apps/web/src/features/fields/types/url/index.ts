import { linkDrawing } from '../../drawings/marks.ts'
import { NoSettings } from '../common/settings.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell, shortUrl } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'

export const url = fieldTypeUi<string, object>({
  icon: 'fas fa-link',
  group: 'text',
  Cell,
  Editor,
  Settings: NoSettings,
  grid: {
    display: shortUrl,
    drawing: (value) => linkDrawing(shortUrl(value)),
  },
  overlay: 'cell',
  inputs,
  hasDefault: true,
})
