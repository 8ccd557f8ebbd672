import type { PaymentStatus } from '@muster/contract/fields/types/payment_status'
import { copyText } from '../common/cells.tsx'
import { NoSettings } from '../common/settings.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell, statusColor } from './Cell.tsx'
import { Editor } from './Editor.tsx'

export const paymentStatus = fieldTypeUi<PaymentStatus, object>({
  icon: 'fas fa-receipt',
  group: 'choice',
  Cell,
  Editor,
  Settings: NoSettings,
  gridCell(value, field, context) {
    const text = context.t(`dataTypes:paymentStatus.${value}`)
    return {
      kind: 'bubbles',
      bubbles: [{ text, color: statusColor[value], avatar: null }],
      display: text,
      copyText: copyText(value, field, context),
      align: 'left',
    }
  },
  overlay: 'panel',
  inputs: 'one',
  hasDefault: true,
})
