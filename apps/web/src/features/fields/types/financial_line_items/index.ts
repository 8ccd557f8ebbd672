import type { LineItem } from '@muster/contract/fields/types/shared/line-items'
import { fieldTypeUi } from '../definition.ts'
import { numberGridCell } from '../shared/cells.tsx'
import { showTotal } from '../shared/LineItems.tsx'
import { Cell } from './Cell.tsx'
import { Editor } from './Editor.tsx'
import { type LineItemsSettings, Settings } from './Settings.tsx'

export const financialLineItems = fieldTypeUi<LineItem[], LineItemsSettings>({
  icon: 'fas fa-file-invoice-dollar',
  group: 'structured',
  Cell,
  Editor,
  Settings,
  gridCell: numberGridCell((value, _field, context) => showTotal(value, context)),
  overlay: 'panel',
  inputs: 'group',
  hasDefault: false,
})
