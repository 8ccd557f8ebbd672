import { copyText } from '../common/cells.tsx'
import { NoSettings } from '../common/settings.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell, shortUrl } from './Cell.tsx'
import { Editor } from './Editor.tsx'

export const url = fieldTypeUi<string, object>({
  icon: 'fas fa-link',
  group: 'text',
  Cell,
  Editor,
  Settings: NoSettings,
  gridCell: (value, field, context) => ({
    kind: 'uri',
    href: value,
    display: shortUrl(value),
    copyText: copyText(value, field, context),
    align: 'left',
  }),
  overlay: 'cell',
  inputs: 'one',
  hasDefault: true,
})
