import type { LineItem } from '@muster/contract/fields/types/common/line-items'
import { blankLine, isBlankLine, LineFields, LineSum, lineInput, typedLine } from '../common/LineItems.tsx'
import { AddRow, rowsClasses as classes, RowTools, useRows } from '../common/rows.tsx'
import type { EditorProps } from '../definition.ts'
import type { LineItemsSettings } from './Settings.tsx'

export const inputs = 'group'

export function Editor(props: EditorProps<LineItem[], LineItemsSettings>) {
  const { id, value, field, context, isReadOnly } = props
  const { language } = context.format
  const blank = blankLine(field.settings.currency ?? value?.at(-1)?.currency ?? context.currency)
  const rows = useRows(props, {
    fromValue: (items: LineItem[] | null) => (items ?? []).map((item) => typedLine(item, language)),
    blank,
    isBlank: isBlankLine,
    toInput(lines) {
      const inputs = lines.map((line) => lineInput(line, language))
      return inputs.includes(undefined) ? undefined : inputs
    },
  })
  return (
    <div className={classes.rows}>
      {rows.items.map(({ key, row }, at) => (
        <div key={key} className={classes.row} data-row="">
          <LineFields
            id={at === 0 ? id : undefined}
            number={at + 1}
            line={row}
            fixedCurrency={field.settings.currency}
            context={context}
            isReadOnly={isReadOnly}
            autoFocus={rows.isFresh(key) || (props.autoFocus && at === 0)}
            onChange={(line) => rows.change(key, line)}
            onBlur={props.onBlur}
            onKeyDown={rows.onKeyDown}
          />
          {!isReadOnly && <RowTools rows={rows} at={at} itemKey={key} context={context} />}
        </div>
      ))}
      <LineSum lines={rows.items.map(({ row }) => row)} context={context} />
      {!isReadOnly && rows.items.length < field.settings.maxCount && (
        <AddRow
          id={rows.items.length === 0 ? id : undefined}
          label={context.t('fields:line.add')}
          onClick={rows.add}
        />
      )}
    </div>
  )
}
