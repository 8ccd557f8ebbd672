import type { Detail } from '@muster/contract/fields/types/detail_list'
import { onOneLine } from '../common/cells.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell, detailText } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type DetailSettings, Settings } from './Settings.tsx'

export const detailList = fieldTypeUi<Detail[], DetailSettings>({
  icon: 'fas fa-list-ul',
  group: 'structured',
  Cell,
  Editor,
  Settings,
  grid: { display: (value) => onOneLine(detailText(value)) },
  overlay: 'panel',
  inputs,
  hasDefault: true,
})
