import { imagesGrid } from '../../files/cells.tsx'
import type { FileValue } from '../../files/file-values.ts'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type FileSettings, Settings } from './Settings.tsx'

export const multiImage = fieldTypeUi<FileValue[], FileSettings>({
  icon: 'far fa-images',
  group: 'file',
  Cell,
  Editor,
  Settings,
  grid: imagesGrid,
  overlay: 'panel',
  inputs,
  hasDefault: false,
})
