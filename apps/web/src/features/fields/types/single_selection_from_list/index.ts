import { linkedGrid } from '../../picker/reference-cells.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type SelectionSettings, Settings } from './Settings.tsx'

export const singleSelectionFromList = fieldTypeUi<number, SelectionSettings>({
  icon: 'far fa-circle-dot',
  group: 'choice',
  Cell,
  Editor,
  Settings,
  grid: linkedGrid,
  overlay: 'panel',
  inputs,
  hasDefault: true,
})
