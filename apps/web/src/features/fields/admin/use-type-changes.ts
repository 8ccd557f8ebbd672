/** Type changes that run in the background: their progress, and the results of those seen running. */
import type { DataField, RunningTypeChange } from '@muster/contract/fields/fields.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { toast } from '../../../ui/toasts.ts'

const askMs = 700

const isRunning = ({ run }: RunningTypeChange) => run.state === 'running'

export function useTypeChanges(
  teamId: number,
  dataCollectionId: number,
  fields: readonly DataField[],
  onEnd: () => void,
) {
  const { t } = useTranslation('fields')
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const params = { teamId, dataCollectionId }
  const queryKey = queryKeyOf(api.collections.typeChanges, { params })
  const refresh = () => queryClient.invalidateQueries({ queryKey })
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(api.collections.typeChanges, { params }, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? askMs : false),
  })
  const seen = useRef(new Set<number>())
  const end = useRef((_change: RunningTypeChange) => {})
  end.current = ({ operationId, dataFieldId, run }) => {
    const title = fields.find(({ id }) => id === dataFieldId)?.title ?? ''
    const undo = async () => {
      await call(api.operations.undo, { params: { teamId, operationId } })
      onEnd()
    }
    if (run.state === 'done') toast.undo(t('change.done', { title }), undo)
    if (run.state === 'failed') toast.error(t('change.failed', { title }))
    onEnd()
  }
  useEffect(() => {
    for (const change of data?.items ?? []) {
      if (isRunning(change)) seen.current.add(change.dataFieldId)
      else if (seen.current.delete(change.dataFieldId)) end.current(change)
    }
  }, [data])

  return {
    refresh,
    changeOf: (field: DataField) => data?.items.find(({ dataFieldId }) => dataFieldId === field.id),
    async stop({ operationId }: RunningTypeChange) {
      try {
        await call(api.operations.cancel, { params: { teamId, operationId } })
      } catch (error) {
        toast.error(errorText(error))
      }
      await refresh()
    },
  }
}

export type TypeChanges = ReturnType<typeof useTypeChanges>
