/** Creates a record from a form: with a toast that can undo it, and the lists refreshed. */
import type { RecordDetail, Values } from '@muster/contract/records/records.schema'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useOperations } from '../../operations/public.ts'
import { noteChanged } from './record-writes.ts'

/** Failures are left to the caller, as ApiError. */
export function useCreateRecord(
  teamId: number,
  dataCollectionId: number,
): (values: Values) => Promise<RecordDetail> {
  const { t } = useTranslation('records')
  const operations = useOperations(teamId)
  return async (values) => {
    const { record, operation } = await call(api.records.create, {
      params: { teamId, dataCollectionId },
      body: { values },
    })
    operations.recordOperation(operation, t('toast.created', { name: record.name || t('record.unnamed') }))
    noteChanged(teamId)
    return record
  }
}
