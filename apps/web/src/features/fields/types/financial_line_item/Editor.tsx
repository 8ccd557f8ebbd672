import type { LineItem } from '@muster/contract/fields/types/common/line-items'
import { blankLine, isBlankLine, LineFields, lineInput, typedLine } from '../common/LineItems.tsx'
import { rowsClasses as classes, useRows } from '../common/rows.tsx'
import type { EditorProps } from '../definition.ts'
import type { LineItemSettings } from './Settings.tsx'

export const inputs = 'group'

export function Editor(props: EditorProps<LineItem, LineItemSettings>) {
  const { id, field, context } = props
  const { language } = context.format
  const blank = blankLine(field.settings.currency ?? context.currency)
  const rows = useRows(props, {
    fromValue: (value: LineItem | null) => [value ? typedLine(value, language) : blank],
    blank,
    isBlank: isBlankLine,
    toInput: ([line]) => (line ? lineInput(line, language) : null),
  })
  const [item] = rows.items
  if (!item) return null
  return (
    <div className={classes.row} data-row="">
      <LineFields
        id={id}
        number={1}
        line={item.row}
        fixedCurrency={field.settings.currency}
        context={context}
        isReadOnly={props.isReadOnly}
        autoFocus={props.autoFocus}
        onChange={(line) => rows.change(item.key, line)}
        onBlur={props.onBlur}
        onKeyDown={rows.onKeyDown}
      />
    </div>
  )
}
