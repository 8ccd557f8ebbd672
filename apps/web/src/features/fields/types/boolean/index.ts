import { copyText } from '../common/cells.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor } from './Editor.tsx'
import { type BooleanSettings, Settings } from './Settings.tsx'

export const boolean = fieldTypeUi<boolean, BooleanSettings>({
  icon: 'far fa-square-check',
  group: 'choice',
  Cell,
  Editor,
  Settings,
  gridCell(value, field, context) {
    const text = context.t(value ? 'common:yes' : 'common:no')
    const shared = { display: text, copyText: copyText(value, field, context), align: 'left' } as const
    return field.settings.displayFormat === 'words'
      ? { ...shared, kind: 'text' }
      : { ...shared, kind: 'boolean', value }
  },
  overlay: 'cell',
  inputs: 'one',
  hasDefault: true,
})
