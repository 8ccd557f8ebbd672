import type { Money } from '@muster/contract/fields/types/money'
import { showMoney } from '../common/numbers.ts'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type MoneySettings, Settings } from './Settings.tsx'

export const money = fieldTypeUi<Money, MoneySettings>({
  icon: 'fas fa-coins',
  group: 'number',
  Cell,
  Editor,
  Settings,
  grid: {
    display: (value, field, { format }) => showMoney(value, field.settings.decimals, format.language),
  },
  overlay: 'cell',
  inputs,
  hasDefault: true,
})
