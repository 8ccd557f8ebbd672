import { collectionsGrid } from '../../picker/reference-cells.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type CollectionSettings, Settings } from './Settings.tsx'

export const multiDataCollection = fieldTypeUi<number[], CollectionSettings>({
  icon: 'fas fa-folder-tree',
  group: 'link',
  Cell,
  Editor,
  Settings,
  grid: collectionsGrid,
  overlay: 'panel',
  inputs,
  hasDefault: false,
})
