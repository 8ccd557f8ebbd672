/** One record and the fields of its collection. */

import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { api, useApi } from '../../../lib/api.ts'
import { useCollection } from '../../fields/public.ts'

const noFields: readonly DataField[] = []

export function useRecord(teamId: number, dataRecordId: number) {
  const query = useApi(api.records.get, { params: { teamId, dataRecordId } })
  const collection = useCollection(teamId, query.data?.dataCollectionId ?? null)
  return {
    query,
    record: query.data as RecordDetail | undefined,
    collection,
    fields: fieldsOfHome(collection),
  }
}

/** The fields that are not in the trash, by rank. */
function fieldsOfHome(collection: DataCollection | undefined): readonly DataField[] {
  return collection?.DataFields ?? noFields
}
