/** Asks what a rewrite would change, and carries it out as one operation. */
import { useDebouncedValue } from '@mantine/hooks'
import type { RejectedValue } from '@muster/contract/operations/operations.schema'
import type { RewriteBody, RewritePreview } from '@muster/contract/records/records.schema'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { toast } from '../../../ui/toasts.ts'
import { useOperations } from '../../operations/public.ts'
import { useWatchOperations } from '../components/RunningOperations.tsx'
import { noteChanged } from '../data/record-writes.ts'
import { sendReliably } from '../data/write-queue.ts'

const typingMs = 300

export interface Previewed {
  preview: RewritePreview | null
  /** What is shown belongs to an earlier request, or to none. */
  isStale: boolean
  error: Error | null
}

/** @param body null while something is missing */
export function usePreview(teamId: number, dataCollectionId: number, body: RewriteBody | null): Previewed {
  const text = JSON.stringify(body)
  const [settled] = useDebouncedValue(text, typingMs)
  const asked = useMemo(() => JSON.parse(settled) as RewriteBody | null, [settled])
  const { data, error, isPlaceholderData, isFetching } = useApi(
    api.records.previewRewrite,
    { params: { teamId, dataCollectionId }, body: asked as RewriteBody },
    { enabled: asked !== null, placeholderData: keepPreviousData, retry: false },
  )
  if (body === null) return { preview: null, isStale: false, error: null }
  const isStale = settled !== text || isPlaceholderData || (isFetching && !data)
  return { preview: data ?? null, isStale, error: isStale ? null : error }
}

export function useApply(teamId: number, dataCollectionId: number) {
  const { t } = useTranslation('records')
  const errorText = useErrorText()
  const operations = useOperations(teamId)
  const watch = useWatchOperations(teamId)
  const [isBusy, setBusy] = useState(false)
  const [rejected, setRejected] = useState<readonly RejectedValue[]>([])

  /** @returns whether it was done, or has begun */
  const apply = async (make: () => Promise<RewriteBody> | RewriteBody): Promise<boolean> => {
    setBusy(true)
    try {
      const body = await make()
      const done = await sendReliably((idempotencyKey) =>
        call(api.records.bulk, { params: { teamId, dataCollectionId }, body }, { idempotencyKey }),
      )
      if (done.isRunning) watch(done.operation)
      else operations.recordOperation(done.operation, t('toast.edited', { count: done.updated }))
      if (!done.operation && done.rejected.length === 0) toast.info(t('bulk.nothing'))
      // What is left of a longer one is shown at its end.
      if (!done.isRunning) setRejected(done.rejected)
      noteChanged(teamId)
      return done.isRunning || done.rejected.length === 0
    } catch (error) {
      toast.error(errorText(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { apply, isBusy, rejected }
}
