import type { FileValue } from '../../files/file-values.ts'
import { copyText } from '../common/cells.tsx'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor } from './Editor.tsx'
import { Settings, type VideoSettings } from './Settings.tsx'
import { videoName } from './source.ts'

export const video = fieldTypeUi<FileValue, VideoSettings>({
  icon: 'far fa-circle-play',
  group: 'file',
  Cell,
  Editor,
  Settings,
  gridCell: (value, field, context) => ({
    kind: 'text',
    display: videoName(value),
    copyText: copyText(value, field, context),
    align: 'left',
  }),
  overlay: 'panel',
  inputs: 'one',
  hasDefault: false,
})
