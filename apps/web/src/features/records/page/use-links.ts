/** Links and unlinks records of a card, each with its undo toast. */

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

  const refresh = () => {
    noteChanged(teamId)
    void queryClient.invalidateQueries({
      queryKey: queryKeyOf(api.cards.linkedRecords, { params: { teamId } }),
    })
  }
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      toast.error(errorText(error))
      return false
    } finally {
      refresh()
    }
  }
  const change = async (body: { add?: number[]; remove?: number[] }, text: string) => {
    const params = { teamId, dataCardId: card.id }
    const { operation } = await call(api.cards.link, { params, body: { dataRecordId, ...body } })
    operations.recordOperation(operation, text)
  }
  return {
    add: (record: Named) =>
      run(() => change({ add: [record.id] }, t('cards:linked.added', { name: nameOf(record) }))),
    unlink: (record: Named) =>
      run(() => change({ remove: [record.id] }, t('cards:linked.unlinked', { name: nameOf(record) }))),
    /** Creates a record of the listed collection and links it. @throws the server's error */
    async create(values: Readonly<Record<string, unknown>>): Promise<void> {
      if (!listed) return
      const link = linkBack(card, listed)
      const given = link ? { [link.columnName]: isMultiSource(link) ? [dataRecordId] : dataRecordId } : {}
      try {
        const { record, operation } = await call(api.records.create, {
          params: { teamId, dataCollectionId: listed.id },
          body: { values: { ...values, ...given } },
        })
        const text = t('cards:linked.created', { name: nameOf(record) })
        if (link) operations.recordOperation(operation, text)
        else await change({ add: [record.id] }, text)
      } finally {
        refresh()
      }
    },
  }
}

/** The field of the listed records that links back, if the link is stored there. */
export const linkBack = ({ isReverse, source }: ShownCard, { DataFields }: DataCollection) =>
  isReverse && source ? DataFields.find(({ columnName }) => columnName === source.columnName) : undefined
