import type { DateRange } from '@muster/contract/fields/types/date_range'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { showRange } from './range.ts'
import { type DateRangeSettings, Settings } from './Settings.tsx'

export const dateRange = fieldTypeUi<DateRange, DateRangeSettings>({
  icon: 'fas fa-calendar-week',
  group: 'time',
  Cell,
  Editor,
  Settings,
  grid: {
    display: (value, field, context) => showRange(value, field.settings.displayFormat, context),
  },
  overlay: 'panel',
  inputs,
  hasDefault: true,
})
