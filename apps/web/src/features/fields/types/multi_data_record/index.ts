import { linkedGrid } from '../../picker/reference-cells.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type RecordSettings, Settings } from './Settings.tsx'

export const multiDataRecord = fieldTypeUi<number[], RecordSettings>({
  icon: 'fas fa-arrows-turn-right',
  group: 'link',
  Cell,
  Editor,
  Settings,
  grid: linkedGrid,
  overlay: 'panel',
  inputs,
  hasDefault: false,
})
