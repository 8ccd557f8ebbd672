/** The fields of a collection and everything an administrator does with them. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useQueryClient } from '@tanstack/react-query'
import { api, call, queryOf, useApi } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'

export function useFieldsAdmin(teamId: number, dataCollectionId: number) {
  const queryClient = useQueryClient()
  const params = { teamId, dataCollectionId }
  const list = queryOf(api.collections.listFields, { params, query: {} })
  const active = useApi(api.collections.listFields, { params, query: {} })
  const deleted = useApi(api.collections.listFields, { params, query: { deleted: '1' } })

  /** Everything that shows fields is stale: this list, the collections, the records. */
  const refresh = () => refreshChanged(queryClient, api.collections.updateField, { teamId })
  const shown = (items: readonly DataField[]) =>
    queryClient.setQueryData(list.queryKey, { items: [...items] })
  const fields = active.data?.items

  return {
    fields,
    active,
    deleted,
    refresh,
    /** Shows the new order at once, and restores the old one if saving fails. */
    async reorder(ids: readonly number[]) {
      const before = fields ?? []
      shown(ids.flatMap((id) => before.find((field) => field.id === id) ?? []))
      try {
        shown((await call(api.collections.reorderFields, { params, body: { dataFieldIds: [...ids] } })).items)
      } catch (error) {
        shown(before)
        throw error
      }
      void refresh()
    },
    async remove(field: DataField) {
      await call(api.collections.removeField, { params: { ...params, dataFieldId: field.id } })
      await refresh()
    },
    async restore(field: DataField) {
      await call(api.collections.restoreField, { params: { ...params, dataFieldId: field.id } })
      await refresh()
    },
  }
}

export type FieldsAdmin = ReturnType<typeof useFieldsAdmin>
