import type { LineItem } from '@muster/contract/fields/types/common/line-items'
import { showTotal } from '../common/LineItems.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type LineItemsSettings, Settings } from './Settings.tsx'

export const financialLineItems = fieldTypeUi<LineItem[], LineItemsSettings>({
  icon: 'fas fa-file-invoice-dollar',
  group: 'structured',
  Cell,
  Editor,
  Settings,
  grid: { display: (value, _field, context) => showTotal(value, context), align: 'right' },
  overlay: 'panel',
  inputs,
  hasDefault: false,
})
