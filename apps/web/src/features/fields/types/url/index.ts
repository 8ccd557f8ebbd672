import { thumbnailUrl } from '../../../files/public.ts'
import { linkDrawing } from '../../drawings/marks.ts'
import { pictureLinkDrawing } from '../../drawings/pictures.ts'
import { fieldTypeUi } from '../definition.ts'
import { Cell, pictureOf, shortUrl } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { Settings, type UrlSettings } from './Settings.tsx'

export const url = fieldTypeUi<string, UrlSettings>({
  icon: 'fas fa-link',
  group: 'text',
  Cell,
  Editor,
  Settings,
  grid: {
    display: shortUrl,
    drawing(value, field, context, recordId) {
      const picture = thumbnailUrl({ thumbnail: pictureOf(value, field, context, recordId) }, 96)
      return picture === null ? linkDrawing(shortUrl(value)) : pictureLinkDrawing(picture, shortUrl(value))
    },
  },
  overlay: 'cell',
  inputs,
  hasDefault: true,
})
