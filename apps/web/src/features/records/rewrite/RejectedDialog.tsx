/** The values that an operation left as they were, and why, with links to their records. */
import { Button } from '@mantine/core'
import type { RejectedValue } from '@muster/contract/operations/operations.schema'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from '../../../ui/shared.module.css'
import { fieldTitle, useRecordSource } from '../../fields/public.ts'
import { fieldsOf } from '../../filters/public.ts'
import { reasonOf } from '../components/PasteReport.tsx'
import classes from './Rewrite.module.css'

/** Records that are named. */
const most = 20

export function RejectedDialog({
  title,
  teamId,
  dataCollectionId,
  rejected,
  count,
  onClose,
}: {
  title: string
  teamId: number
  /** Of their records; null where it is not known: they are all of one collection. */
  dataCollectionId: number | null
  rejected: readonly RejectedValue[]
  /** Of all, of which `rejected` may be the first. */
  count: number
  onClose(): void
}) {
  const { t } = useTranslation(['records', 'common', 'errors'])
  const lines = useMemo(() => rejected.slice(0, most).map(lineOf), [rejected])
  const { names, fields } = useNamed(teamId, dataCollectionId, lines)
  return (
    <Dialog title={title} onClose={onClose} width={560}>
      <div className={classes.form}>
        <p className={classes.count} role="status">
          {t('records:rewrite.left', { count })}
        </p>
        <ul className={classes.rejected} aria-label={t('records:paste.label')}>
          {lines.map(({ path, id, column, code }) => {
            const field = fields.find(({ columnName }) => columnName === column)
            return (
              <li key={path}>
                <AppLink href={`/team-${teamId}/data-records/${id}`}>{names[id]?.name || `#${id}`}</AppLink>
                {field && <span className={styles.muted}>{fieldTitle(field, currentLanguage())}</span>}
                <span className={styles.error}>{reasonOf(code, t)}</span>
              </li>
            )
          })}
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

interface Line extends RejectedValue {
  id: number
  column: string
}

/** A path is `items.ID.column`. */
function lineOf({ path, code }: RejectedValue): Line {
  const [, id, column = ''] = path.split('.')
  return { path, code, id: Number(id), column }
}

/** The names of the records, and the fields of their collection, which the first of them tells where it is not known. */
function useNamed(teamId: number, dataCollectionId: number | null, lines: readonly Line[]) {
  const source = useRecordSource()
  const first = useApi(
    api.records.get,
    { params: { teamId, dataRecordId: lines[0]?.id ?? 0 } },
    { enabled: dataCollectionId === null && lines.length > 0 },
  )
  const id = dataCollectionId ?? first.data?.dataCollectionId ?? null
  const wanted = useMemo(
    () => new Map(id === null ? [] : [[id, new Set(lines.map((line) => line.id))]]),
    [id, lines],
  )
  const names = source.useNames(wanted)
  return { names, fields: fieldsOf(source.useCollections(), id) ?? [] }
}
