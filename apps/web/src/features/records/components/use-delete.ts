/** Moves records to the trash and restores them, with undo toasts. */
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { toast } from '../../../ui/toasts.ts'
import { useOperations } from '../../operations/public.ts'
import { noteChanged } from '../data/record-writes.ts'

export function useDelete(teamId: number) {
  const { t } = useTranslation(['records'])
  const errorText = useErrorText()
  const operations = useOperations(teamId)
  const run = async (
    work: () => Promise<{ operation: OperationRef | null }>,
    text: string,
  ): Promise<boolean> => {
    const end = operations.beginOperation()
    try {
      const { operation } = await work()
      end(operation, text)
      noteChanged(teamId)
      return true
    } catch (error) {
      end(null)
      toast.error(errorText(error))
      return false
    }
  }
  type Named = Pick<DataRecord, 'id' | 'name'>
  return {
    remove: ({ id, name }: Named) =>
      run(
        () => call(api.records.remove, { params: { teamId, dataRecordId: id } }),
        t('records:toast.deletedOne', { name }),
      ),
    restore: ({ id, name }: Named) =>
      run(
        () => call(api.records.restore, { params: { teamId, dataRecordId: id } }),
        t('records:toast.restoredOne', { name }),
      ),
  }
}
