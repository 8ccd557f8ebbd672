/** Rejected rows: their number, the first ones with reasons, and all of them as a file. */
import type { Import } from '@muster/contract/imports/imports.api'
import { useTranslation } from 'react-i18next'
import { fieldErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import classes from './Import.module.css'

interface Props {
  /** Absent where nothing has been rejected yet. */
  rejected?: number
  samples: Import['rejectSamples']
  title: string
  url: string
}

export function Rejects({ rejected, samples, title, url }: Props) {
  const { t } = useTranslation(['imports', 'errors'])
  const format = useFormat()
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{title}</h2>
      <p className={classes.help}>
        {rejected !== undefined &&
          `${t('imports:done.rejected', { count: rejected, rows: format.number(rejected) })} `}
        <a href={url} download>
          {t('imports:done.download')}
        </a>
      </p>
      <DataTable
        label={title}
        rows={samples.map((sample, n) => ({ ...sample, n }))}
        rowKey={({ n }) => n}
        columns={[
          {
            key: 'line',
            title: t('imports:column.line'),
            align: 'right',
            render: ({ line }) => format.number(line),
          },
          { key: 'column', title: t('imports:column.column'), render: ({ column }) => column ?? '' },
          { key: 'value', title: t('imports:column.value'), render: ({ value }) => value },
          {
            key: 'reason',
            title: t('imports:column.reason'),
            render: ({ code }) => fieldErrorText({ path: '', code: code as never }, t),
          },
        ]}
      />
    </section>
  )
}
