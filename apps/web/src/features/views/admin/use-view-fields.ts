/** The fields that views of a collection can use. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useMemo } from 'react'
import { useCollections } from '../../fields/public.ts'
import { fieldsOf } from '../../filters/public.ts'

export interface ViewFields {
  collection: DataCollection | undefined
  /** Of the whole tree, whose table has them. */
  fields: readonly DataField[]
  /** The name field of its records. */
  nameFieldId: number | null
}

export function useViewFields(teamId: number, dataCollectionId: number): ViewFields {
  const collections = useCollections(teamId)
  return useMemo(() => {
    const collection = collections.find((one) => one.id === dataCollectionId)
    const home = collections.find((one) => one.id === collection?.idHomeDataCollection)
    return {
      collection,
      fields: fieldsOf(collections, dataCollectionId) ?? [],
      nameFieldId: collection?.IdDataFieldDataObjectName ?? home?.IdDataFieldDataObjectName ?? null,
    }
  }, [collections, dataCollectionId])
}
