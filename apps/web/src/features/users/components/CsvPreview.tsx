/** The rows of a list of persons, and what would happen to each. */
import type { Response } from '@muster/contract/endpoint'
import type { FieldError } from '@muster/contract/errors'
import type { InvitationRow } from '@muster/contract/users/users.api'
import { useTranslation } from 'react-i18next'
import type { api } from '../../../lib/api.ts'
import { fieldErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import styles from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import type { Column } from '../csv-invitations.ts'
import classes from './CsvPreview.module.css'

export interface CheckedRow {
  /** From 1. */
  number: number
  row: InvitationRow
  /** With the column as path. */
  errors: readonly FieldError[]
}

/** Gives each row its errors. */
export function checkedRows(
  rows: readonly InvitationRow[],
  { errors }: Response<typeof api.users.inviteSeveral>,
): CheckedRow[] {
  const found = errors.map((error) => {
    const [, position, column = ''] = error.path.split('.')
    return { position: Number(position), error: { ...error, path: column } }
  })
  return rows.map((row, n) => ({
    number: n + 1,
    row,
    errors: found.filter(({ position }) => position === n).map(({ error }) => error),
  }))
}

export function CsvPreview({
  rows,
  titleOf,
}: {
  rows: readonly CheckedRow[]
  titleOf(column: Column): string
}) {
  const { t } = useTranslation(['users', 'errors'])
  const format = useFormat()
  const badCount = rows.filter(({ errors }) => errors.length > 0).length
  const readyCount = rows.length - badCount
  const text = (column: Exclude<Column, 'roles'>, isMinor = false) => ({
    key: column,
    title: titleOf(column),
    render: ({ row, errors }: CheckedRow) => (
      <span data-bad={errors.some(({ path }) => path === column) || undefined} className={classes.cell}>
        {row[column]}
      </span>
    ),
    isMinor,
  })
  return (
    <>
      <p role="status">
        {readyCount === 0 ? t('csv.nobody') : t('csv.summary', { count: readyCount })}{' '}
        {badCount > 0 && readyCount > 0 && <strong>{t('csv.bad', { count: badCount })}</strong>}
      </p>
      <div className={classes.rows}>
        <DataTable
          label={t('csv.rows')}
          rows={rows}
          rowKey={({ number }) => number}
          columns={[
            { key: 'number', title: t('csv.row'), render: ({ number }) => format.number(number), width: 48 },
            text('firstName', true),
            text('lastName', true),
            text('email'),
            {
              key: 'roles',
              title: titleOf('roles'),
              render: ({ row }) => format.list(row.roles),
              isMinor: true,
            },
            text('language', true),
            {
              key: 'result',
              title: t('csv.result'),
              width: '32%',
              render: ({ errors }) =>
                errors.length === 0 ? (
                  <Tag color="green">{t('csv.ready')}</Tag>
                ) : (
                  <ul className={styles.plainList}>
                    {errors.map((error) => (
                      <li key={`${error.path} ${error.code}`} className={classes.error}>
                        <Glyph name="error" size={14} />
                        <span>
                          {titleOf(error.path as Column)}: {fieldErrorText(error, t as never)}
                        </span>
                      </li>
                    ))}
                  </ul>
                ),
            },
          ]}
        />
      </div>
    </>
  )
}
