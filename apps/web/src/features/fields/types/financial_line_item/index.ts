import type { LineItem } from '@muster/contract/fields/types/common/line-items'
import { showTotal } from '../common/LineItems.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type LineItemSettings, Settings } from './Settings.tsx'

export const financialLineItem = fieldTypeUi<LineItem, LineItemSettings>({
  icon: 'fas fa-file-invoice',
  group: 'structured',
  Cell,
  Editor,
  Settings,
  grid: { display: (value, _field, context) => showTotal([value], context), align: 'right' },
  overlay: 'panel',
  inputs,
  hasDefault: false,
})
