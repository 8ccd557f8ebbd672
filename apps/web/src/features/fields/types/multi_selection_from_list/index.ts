import { linkedGrid } from '../../picker/reference-cells.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type SelectionSettings, Settings } from './Settings.tsx'

export const multiSelectionFromList = fieldTypeUi<number[], SelectionSettings>({
  icon: 'fas fa-list-check',
  group: 'choice',
  Cell,
  Editor,
  Settings,
  grid: linkedGrid,
  overlay: 'panel',
  inputs,
  hasDefault: true,
})
