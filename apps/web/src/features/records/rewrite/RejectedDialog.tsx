/** The values that an operation left as they were, and why, with links to their records. */
import { Button } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { RejectedValue } from '@muster/contract/operations/operations.schema'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from '../../../ui/shared.module.css'
import { fieldTitle } from '../../fields/public.ts'
import { reasonOf } from '../components/PasteReport.tsx'
import classes from './Rewrite.module.css'

/** Records that are named. */
const most = 20

export function RejectedDialog({
  title,
  teamId,
  rejected,
  /** Of all, of which `rejected` may be the first. */
  count,
  fields,
  onClose,
}: {
  title: string
  teamId: number
  rejected: readonly RejectedValue[]
  count: number
  fields: readonly DataField[]
  onClose(): void
}) {
  const { t } = useTranslation(['records', 'common'])
  return (
    <Dialog title={title} onClose={onClose} width={560}>
      <div className={classes.form}>
        <p className={classes.count} role="status">
          {t('records:rewrite.left', { count })}
        </p>
        <ul className={classes.rejected} aria-label={t('records:paste.label')}>
          {rejected.slice(0, most).map((one) => (
            <Line key={one.path} teamId={teamId} rejected={one} fields={fields} />
          ))}
        </ul>
        {count > most && <p className={styles.note}>{t('records:paste.more', { count: count - most })}</p>}
        <div className={classes.actions}>
          <Button data-autofocus onClick={onClose}>
            {t('common:close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Line({
  teamId,
  rejected: { path, code },
  fields,
}: {
  teamId: number
  rejected: RejectedValue
  fields: readonly DataField[]
}) {
  const { t } = useTranslation(['records', 'common', 'errors'])
  const [, id = '', column] = path.split('.')
  const { data } = useApi(api.records.get, { params: { teamId, dataRecordId: Number(id) } })
  const field = fields.find(({ columnName }) => columnName === column)
  return (
    <li>
      <AppLink href={`/team-${teamId}/data-records/${id}`}>{data?.name || `#${id}`}</AppLink>
      {field && <span className={styles.muted}>{fieldTitle(field, currentLanguage())}</span>}
      <span className={styles.error}>{reasonOf(code, t)}</span>
    </li>
  )
}
