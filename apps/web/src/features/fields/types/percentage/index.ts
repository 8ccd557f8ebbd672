import { copyText } from '../common/cells.tsx'
import { showPercent } from '../common/numbers.ts'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor } from './Editor.tsx'
import { type PercentageSettings, Settings } from './Settings.tsx'

export const percentage = fieldTypeUi<number, PercentageSettings>({
  icon: 'fas fa-percent',
  group: 'number',
  Cell,
  Editor,
  Settings,
  gridCell(value, field, context) {
    const { decimals, displayFormat } = field.settings
    const shared = {
      display: showPercent(value, decimals, context.format.language),
      copyText: copyText(value, field, context),
      align: 'right',
    } as const
    return displayFormat === 'bar'
      ? { ...shared, kind: 'bar', ratio: Math.min(1, Math.max(0, value / 100)) }
      : { ...shared, kind: 'number' }
  },
  overlay: 'cell',
  inputs: 'one',
  hasDefault: true,
})
