import { plainText } from '@muster/contract/text'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type FormattedTextSettings, Settings } from './Settings.tsx'

export const formattedText = fieldTypeUi<string, FormattedTextSettings>({
  icon: 'fas fa-align-left',
  group: 'text',
  Cell,
  Editor,
  Settings,
  grid: { display: plainText, copyText: (value) => value },
  overlay: 'panel',
  inputs,
  hasDefault: false,
})
