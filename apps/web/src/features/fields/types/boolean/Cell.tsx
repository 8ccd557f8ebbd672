import { Glyph } from '../../../../ui/Glyph.tsx'
import type { CellProps } from '../definition.ts'
import classes from './Cell.module.css'
import type { BooleanSettings } from './Settings.tsx'

export function Cell({ value, field, context }: CellProps<boolean, BooleanSettings>) {
  const text = context.t(value ? 'common:yes' : 'common:no')
  if (field.settings.displayFormat === 'words') return <span>{text}</span>
  return (
    <span role="img" aria-label={text} className={classes.box} data-on={value || undefined}>
      {value && <Glyph name="check" size={12} />}
    </span>
  )
}
