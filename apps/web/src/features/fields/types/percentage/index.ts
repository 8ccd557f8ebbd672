import { barDrawing } from '../../drawings/marks.ts'
import type { FieldContext } from '../../field-context.ts'
import { showPercent } from '../common/numbers.ts'
import { type FieldOf, fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type PercentageSettings, Settings } from './Settings.tsx'

const display = (
  value: number,
  { settings }: FieldOf<PercentageSettings>,
  { format }: FieldContext,
): string => showPercent(value, settings.decimals, format.language)

export const percentage = fieldTypeUi<number, PercentageSettings>({
  icon: 'fas fa-percent',
  group: 'number',
  Cell,
  Editor,
  Settings,
  grid: {
    display,
    drawing: (value, field, context) =>
      field.settings.displayFormat === 'bar'
        ? barDrawing(display(value, field, context), Math.min(1, Math.max(0, value / 100)))
        : null,
  },
  overlay: 'cell',
  inputs,
  hasDefault: true,
})
