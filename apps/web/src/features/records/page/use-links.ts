/** Adding to what a card lists and taking away, each with its toast to undo it. */

import { isMultiSource } from '@muster/contract/cards/cards.rules'
import type { ShownCard } from '@muster/contract/cards/cards.schema'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { toast } from '../../../ui/toasts.ts'
import { useOperations } from '../../operations/public.ts'
import { noteChanged } from '../data/record-writes.ts'

interface Named {
  id: number
  name: string
}

export function useLinks(
  teamId: number,
  card: ShownCard,
  dataRecordId: number,
  listed: DataCollection | undefined,
) {
  const { t } = useTranslation(['cards', 'records'])
  const errorText = useErrorText()
  const operations = useOperations(teamId)
  const nameOf = ({ name }: Named) => name || t('records:record.unnamed')

  const run = async (act: () => Promise<void>): Promise<boolean> => {
    try {
      await act()
      return true
    } catch (error) {
      toast.error(errorText(error))
      return false
    } finally {
      noteChanged(teamId)
      void queryClient.invalidateQueries({
        queryKey: queryKeyOf(api.cards.linkedRecords, { params: { teamId } }),
      })
    }
  }
  const change = async (body: { add?: number[]; remove?: number[] }, text: string) => {
    const params = { teamId, dataCardId: card.id }
    const { operation } = await call(api.cards.link, { params, body: { dataRecordId, ...body } })
    operations.did(operation, text)
  }
  return {
    add: (record: Named) =>
      run(() => change({ add: [record.id] }, t('cards:linked.added', { name: nameOf(record) }))),
    unlink: (record: Named) =>
      run(() => change({ remove: [record.id] }, t('cards:linked.unlinked', { name: nameOf(record) }))),
    /** A new record of the collection listed, linked at once. */
    create: (name: string) =>
      run(async () => {
        const source = card.source
        if (!listed || !source) return
        const nameColumn = listed.DataFields.find(
          ({ id }) => id === listed.IdDataFieldDataObjectName,
        )?.columnName
        const field = card.isReverse
          ? listed.DataFields.find(({ columnName }) => columnName === source.columnName)
          : undefined
        const link = field ? { [field.columnName]: isMultiSource(field) ? [dataRecordId] : dataRecordId } : {}
        const { record, operation } = await call(api.records.create, {
          params: { teamId, dataCollectionId: listed.id },
          body: { values: { ...(nameColumn ? { [nameColumn]: name } : {}), ...link } },
        })
        const text = t('cards:linked.created', { name: nameOf(record) })
        if (field) operations.did(operation, text)
        else await change({ add: [record.id] }, text)
      }),
  }
}
