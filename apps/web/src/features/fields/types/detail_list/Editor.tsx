import { TextInput } from '@mantine/core'
import type { Detail } from '@muster/contract/fields/types/detail_list'
import { AddRow, rowsClasses as classes, RowTools, useRows } from '../common/rows.tsx'
import type { EditorProps } from '../definition.ts'
import type { DetailSettings } from './Settings.tsx'

export const inputs = 'group'

const blank: Detail = { label: '', value: '' }

/** Rows of a label and a value; rows without a value are dropped. */
export function Editor(props: EditorProps<Detail[], DetailSettings>) {
  const { id, field, context, isReadOnly } = props
  const { t } = context
  const rows = useRows<Detail, Detail[], DetailSettings>(props, {
    fromValue: (value) => value ?? [],
    blank,
    isBlank: ({ label, value }) => label.trim() === '' && value.trim() === '',
    toInput: (details) => details,
  })
  return (
    <div className={classes.rows}>
      {rows.items.map(({ key, row }, at) => (
        <div key={key} className={classes.row} data-row="">
          <TextInput
            id={at === 0 ? id : undefined}
            className={classes.label}
            aria-label={t('fields:details.label', { number: at + 1 })}
            placeholder={t('fields:details.labelPlaceholder')}
            value={row.label}
            maxLength={200}
            readOnly={isReadOnly}
            autoFocus={rows.isFresh(key) || (props.autoFocus && at === 0)}
            onChange={(event) => rows.change(key, { ...row, label: event.currentTarget.value })}
            onBlur={props.onBlur}
            onKeyDown={rows.onKeyDown}
          />
          <TextInput
            className={classes.main}
            aria-label={t('fields:details.value', { number: at + 1 })}
            placeholder={t('fields:details.valuePlaceholder')}
            value={row.value}
            readOnly={isReadOnly}
            onChange={(event) => rows.change(key, { ...row, value: event.currentTarget.value })}
            onBlur={props.onBlur}
            onKeyDown={rows.onKeyDown}
          />
          {!isReadOnly && <RowTools rows={rows} at={at} itemKey={key} context={context} />}
        </div>
      ))}
      {!isReadOnly && rows.items.length < field.settings.maxCount && (
        <AddRow
          id={rows.items.length === 0 ? id : undefined}
          label={t('fields:details.add')}
          onClick={rows.add}
        />
      )}
    </div>
  )
}
