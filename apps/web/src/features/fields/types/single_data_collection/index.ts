import { collectionsGrid } from '../../picker/reference-cells.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type CollectionSettings, Settings } from './Settings.tsx'

export const singleDataCollection = fieldTypeUi<number, CollectionSettings>({
  icon: 'far fa-folder',
  group: 'link',
  Cell,
  Editor,
  Settings,
  grid: collectionsGrid,
  overlay: 'panel',
  inputs,
  hasDefault: false,
})
