import { copyText } from '../common/cells.tsx'
import { NoSettings } from '../common/settings.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor } from './Editor.tsx'

export const icon = fieldTypeUi<string, object>({
  icon: 'fas fa-icons',
  group: 'text',
  Cell,
  Editor,
  Settings: NoSettings,
  gridCell: (value, field, context) => ({
    kind: 'icon',
    icon: value,
    display: value,
    copyText: copyText(value, field, context),
    align: 'left',
  }),
  overlay: 'panel',
  inputs: 'one',
  hasDefault: true,
})
