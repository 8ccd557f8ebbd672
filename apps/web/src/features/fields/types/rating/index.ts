import { padding } from '../../../../ui/canvas/brush.ts'
import { showNumber } from '../common/numbers.ts'
import { fieldTypeUi } from '../definition.ts'
import { Cell } from './Cell.tsx'
import { Editor, inputs } from './Editor.tsx'
import { type RatingSettings, Settings } from './Settings.tsx'
import { starStep, starsDrawing } from './star.ts'

export const rating = fieldTypeUi<number, RatingSettings>({
  icon: 'fas fa-star-half-stroke',
  group: 'number',
  Cell,
  Editor,
  Settings,
  grid: {
    display: (value, { settings: { max } }, { t }) => t('dataTypes:rating.of', { value, max }),
    displaySum: (sum, _field, { format }) => showNumber(sum, {}, format.language),
    drawing: (value, { settings: { max } }) => starsDrawing(value, max),
    width: ({ settings: { max } }) => Math.max(120, max * starStep + padding * 2),
    align: 'left',
  },
  // A digit sets the stars without an editor; a space opens it, because no text is typed here.
  keyInGrid(key, _value, { settings: { max }, isRequired }) {
    if (key === undefined || key === ' ') return 'edit'
    if (key === '0' && !isRequired) return { save: null }
    return /^[1-9]$/.test(key) && Number(key) <= max ? { save: Number(key) } : 'nothing'
  },
  overlay: 'cell',
  inputs,
  hasDefault: true,
})
