import type { Money } from '@muster/contract/fields/types/money'
import type { CellProps } from '../definition.ts'
import { NumberCell } from '../shared/cells.tsx'
import { showMoney } from '../shared/numbers.ts'
import type { MoneySettings } from './Settings.tsx'

export function Cell({ value, field, context, variant }: CellProps<Money, MoneySettings>) {
  return (
    <NumberCell variant={variant}>
      {showMoney(value, field.settings.decimals, context.format.language)}
    </NumberCell>
  )
}
