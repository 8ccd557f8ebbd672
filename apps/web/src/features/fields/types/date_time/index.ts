import { showInstant } from '../common/days.ts'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type DateTimeSettings, Settings } from './Settings.tsx'

export const dateTime = fieldTypeUi<string, DateTimeSettings>({
  icon: 'far fa-clock',
  group: 'time',
  Cell,
  Editor,
  Settings,
  grid: {
    display: (value, field, { format }) =>
      showInstant(value, field.settings, format.language, format.timeZone),
  },
  overlay: 'cell',
  inputs,
  hasDefault: true,
})
