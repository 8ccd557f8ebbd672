import type { PaymentStatus } from '@muster/contract/fields/types/payment_status'
import { bubblesDrawing } from '../../drawings/bubbles.ts'
import type { FieldContext } from '../../field-context.ts'
import { NoSettings } from '../common/settings.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell, statusColor } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'

const label = (value: PaymentStatus, _field: unknown, { t }: FieldContext): string =>
  t(`dataTypes:paymentStatus.${value}`)

export const paymentStatus = fieldTypeUi<PaymentStatus, object>({
  icon: 'fas fa-receipt',
  group: 'choice',
  Cell,
  Editor,
  Settings: NoSettings,
  grid: {
    display: label,
    drawing: (value, field, context) =>
      bubblesDrawing([{ text: label(value, field, context), color: statusColor[value], avatar: null }]),
  },
  choiceTexts: 'dataTypes:paymentStatus',
  overlay: 'panel',
  inputs,
  hasDefault: true,
})
