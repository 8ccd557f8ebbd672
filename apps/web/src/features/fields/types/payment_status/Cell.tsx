import type { PaymentStatus } from '@muster/contract/fields/types/payment_status'
import { palette } from '@muster/contract/lists/colors'
import { Chip } from '../../components/Chip.tsx'
import type { CellProps } from '../definition.ts'

export const statusColor: Record<PaymentStatus, string> = {
  unpaid: palette.gray,
  pending: palette.yellow,
  partially_paid: palette.orange,
  paid: palette.green,
  refunded: palette.blue,
  failed: palette.red,
  cancelled: palette.gray,
}

export function Cell({ value, context }: CellProps<PaymentStatus, object>) {
  return <Chip text={context.t(`dataTypes:paymentStatus.${value}`)} color={statusColor[value]} />
}
