import type { FileValue } from '../../files/file-values.ts'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { Settings, type VideoSettings } from './Settings.tsx'
import { videoName } from './source.ts'

export const video = fieldTypeUi<FileValue, VideoSettings>({
  icon: 'far fa-circle-play',
  group: 'file',
  Cell,
  Editor,
  Settings,
  grid: { display: videoName },
  overlay: 'panel',
  inputs,
  hasDefault: false,
})
