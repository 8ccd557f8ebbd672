/** How an import ended: what came in, what was rejected and why, and the way back. */
import { Button } from '@mantine/core'
import type { Import } from '@muster/contract/imports/imports.api'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, urlOf } from '../../../lib/api.ts'
import { fieldErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { useOperations } from '../../operations/public.ts'
import { textOf } from './file-errors.ts'
import classes from './Import.module.css'

export function ImportDone({ teamId, data, onAgain }: { teamId: number; data: Import; onAgain: () => void }) {
  const { t } = useTranslation(['imports', 'errors'])
  const format = useFormat()
  const navigate = useNavigate()
  const { undoOne } = useOperations(teamId)
  const records = `/team-${teamId}/data-collections/${data.dataCollectionId}/records`
  const { operation } = data
  return (
    <section className={classes.progress}>
      <p className={classes.lead} role="status">
        {data.status === 'done'
          ? t('imports:done.created', { count: data.created, records: format.number(data.created) })
          : t(`imports:status.${data.status}`)}
      </p>
      {data.error && <p className={classes.error}>{textOf(data.error.code, data.error.line, t)}</p>}
      {data.rejected > 0 && <Rejects teamId={teamId} data={data} />}
      <footer className={classes.footer}>
        {data.status === 'done' && (
          <Button onClick={() => void navigate({ to: records })}>{t('imports:done.open')}</Button>
        )}
        {operation && data.created > 0 && (
          <Button variant="default" onClick={() => void undoOne(operation.id)}>
            {t('imports:done.undo')}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {t('imports:otherFile')}
        </Button>
      </footer>
    </section>
  )
}

function Rejects({ teamId, data }: { teamId: number; data: Import }) {
  const { t } = useTranslation(['imports', 'errors'])
  const format = useFormat()
  const reason = (code: string) => fieldErrorText({ path: '', code: code as never }, t)
  return (
    <>
      <p>
        {t('imports:done.rejected', { count: data.rejected, rows: format.number(data.rejected) })}{' '}
        <a href={urlOf(api.imports.rejects, { params: { teamId, importId: data.id } })} download>
          {t('imports:done.download')}
        </a>
      </p>
      <DataTable
        label={t('imports:done.reasons')}
        rows={data.rejectSamples.map((sample, n) => ({ ...sample, n }))}
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
          { key: 'reason', title: t('imports:column.reason'), render: ({ code }) => reason(code) },
        ]}
      />
    </>
  )
}
