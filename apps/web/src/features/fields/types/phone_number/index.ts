import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { showPhone } from './phone.ts'
import { type PhoneSettings, Settings } from './Settings.tsx'

export const phoneNumber = fieldTypeUi<string, PhoneSettings>({
  icon: 'fas fa-phone',
  group: 'text',
  Cell,
  Editor,
  Settings,
  grid: {
    display: (value, field, context) => showPhone(value, field.settings.country ?? context.country),
  },
  overlay: 'cell',
  inputs,
  hasDefault: false,
})
