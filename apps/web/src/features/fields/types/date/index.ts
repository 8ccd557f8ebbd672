import { showDay } from '../common/days.ts'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type DateSettings, Settings } from './Settings.tsx'

export const date = fieldTypeUi<string, DateSettings>({
  icon: 'far fa-calendar',
  group: 'time',
  Cell,
  Editor,
  Settings,
  grid: {
    display: (value, field, { format }) => showDay(value, field.settings.displayFormat, format.language),
  },
  overlay: 'cell',
  inputs,
  hasDefault: true,
})
