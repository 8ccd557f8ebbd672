import { filesGrid } from '../../files/cells.tsx'
import type { FileValue } from '../../files/file-values.ts'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type FileSettings, Settings } from './Settings.tsx'

export const multiFile = fieldTypeUi<FileValue[], FileSettings>({
  icon: 'far fa-copy',
  group: 'file',
  Cell,
  Editor,
  Settings,
  grid: filesGrid,
  overlay: 'panel',
  inputs,
  hasDefault: false,
})
