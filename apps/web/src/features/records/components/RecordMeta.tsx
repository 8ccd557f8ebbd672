/** Who created and changed a record and when, and the collections it belongs to. */

import type { RecordDetail } from '@muster/contract/records/records.schema'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { toast } from '../../../ui/toasts.ts'
import { RecordCollections } from '../../membership/public.ts'
import { useOperations } from '../../operations/public.ts'
import { noteChanged, noteSaved } from '../data/record-writes.ts'
import { usePeople } from '../data/use-people.ts'
import classes from './RecordMeta.module.css'

export function RecordMeta({
  teamId,
  record,
  isReadOnly,
}: {
  teamId: number
  record: RecordDetail
  isReadOnly: boolean
}) {
  const { t } = useTranslation(['records'])
  const setCollections = useSetCollections(teamId, record.id)
  return (
    <dl className={classes.meta}>
      <dt>{t('records:record.collections')}</dt>
      <dd>
        <RecordCollections
          teamId={teamId}
          record={record}
          isReadOnly={isReadOnly || !record.canUpdate}
          onSet={setCollections}
        />
      </dd>
      <Moment
        teamId={teamId}
        label={t('records:record.created')}
        at={record.createdAt}
        by={record.createdBy}
      />
      <Moment
        teamId={teamId}
        label={t('records:record.updated')}
        at={record.updatedAt}
        by={record.updatedBy}
      />
    </dl>
  )
}

function Moment({
  teamId,
  label,
  at,
  by,
}: {
  teamId: number
  label: string
  at: string | null
  by: number | null
}) {
  const { t } = useTranslation('records')
  const format = useFormat()
  const people = usePeople(teamId)
  if (!at) return null
  const name = by === null ? null : people.get(by)
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <time dateTime={at} title={format.fullDateTime(at)}>
          {format.dateTime(at)}
        </time>
        {name && ` ${t('record.by', { name })}`}
      </dd>
    </>
  )
}

/** Sets the plain collections of a record in one operation. */
function useSetCollections(teamId: number, dataRecordId: number) {
  const { t } = useTranslation(['membership'])
  const errorText = useErrorText()
  const operations = useOperations(teamId)
  return async (dataCollectionIds: number[]) => {
    try {
      const { record: saved, operation } = await call(api.records.setCollections, {
        params: { teamId, dataRecordId },
        body: { dataCollectionIds },
      })
      operations.recordOperation(operation, t('membership:toast.set'))
      noteSaved(teamId, saved)
      noteChanged(teamId)
    } catch (error) {
      toast.error(errorText(error))
    }
  }
}
