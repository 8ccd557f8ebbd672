import type { Money } from '@muster/contract/fields/types/money'
import { NumberCell } from '../common/cells.tsx'
import { showMoney } from '../common/numbers.ts'
import type { CellProps } from '../definition.ts'
import type { MoneySettings } from './Settings.tsx'

export function Cell({ value, field, context, variant }: CellProps<Money, MoneySettings>) {
  return (
    <NumberCell variant={variant}>
      {showMoney(value, field.settings.decimals, context.format.language)}
    </NumberCell>
  )
}
