/** The result of an import: created and rejected rows, the reasons, and undo. */
import { Button } from '@mantine/core'
import type { Import } from '@muster/contract/imports/imports.api'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, urlOf } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { useOperations } from '../../operations/public.ts'
import { textOf } from './file-errors.ts'
import classes from './Import.module.css'
import { Rejects } from './Rejects.tsx'

export function ImportDone({ teamId, data, onAgain }: { teamId: number; data: Import; onAgain: () => void }) {
  const { t } = useTranslation(['imports', 'errors'])
  const format = useFormat()
  const navigate = useNavigate()
  const { undoOne } = useOperations(teamId)
  const records = `/team-${teamId}/data-collections/${data.dataCollectionId}/records`
  const { operation, created, updated, unchanged, choicesCreated } = data
  const numbers = (count: number) => ({ count, records: format.number(count), rows: format.number(count) })
  const facts = [
    ...(created > 0 || (updated === 0 && unchanged === 0)
      ? [t('imports:done.created', numbers(created))]
      : []),
    ...(updated > 0 ? [t('imports:done.updated', numbers(updated))] : []),
    ...(unchanged > 0 ? [t('imports:done.unchanged', numbers(unchanged))] : []),
    ...(choicesCreated > 0 ? [t('imports:done.choices', numbers(choicesCreated))] : []),
  ]
  return (
    <section className={classes.progress}>
      <p className={classes.lead} role="status">
        {data.status === 'done'
          ? facts.join(' ')
          : t(data.status === 'failed' ? 'imports:status.failed' : 'imports:status.cancelled')}
      </p>
      {data.error && <p className={classes.error}>{textOf(data.error.code, data.error.line, t)}</p>}
      <footer className={classes.footer}>
        {data.status === 'done' && (
          <Button onClick={() => void navigate({ to: records })}>{t('imports:done.open')}</Button>
        )}
        {operation && created + updated > 0 && (
          <Button variant="default" onClick={() => void undoOne(operation.id)}>
            {t('imports:done.undo')}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {t('imports:otherFile')}
        </Button>
      </footer>
      {data.status === 'done' && data.rejected > 0 && (
        <Rejects
          rejected={data.rejected}
          samples={data.rejectSamples}
          title={t('imports:done.reasons')}
          url={urlOf(api.imports.rejects, { params: { teamId, importId: data.id } })}
        />
      )}
    </section>
  )
}
