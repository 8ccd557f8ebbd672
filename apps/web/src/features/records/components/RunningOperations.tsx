/** Operations on many records that run in the background: their progress, also after leaving and coming back. */
import { Button, Progress } from '@mantine/core'
import type { Response } from '@muster/contract/endpoint'
import type { OperationRef, OperationRun } from '@muster/contract/operations/operations.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf, useApi } from '../../../lib/api.ts'
import { useIsRested } from '../../../lib/rest.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useFormat } from '../../../lib/use-format.ts'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { useOperations } from '../../operations/public.ts'
import { noteChanged } from '../data/record-writes.ts'
import { RejectedDialog } from '../rewrite/RejectedDialog.tsx'
import classes from './PasteReport.module.css'

type Running = OperationRef & { run: OperationRun | null }
type Mine = Response<typeof api.operations.mine>

const askMs = 700

const mineOf = (teamId: number) => ({ params: { teamId }, query: { limit: 10 } })

/**
 * Tracks an operation that was started here: it enters the list of running ones before they are fetched, so that one
 * that ends at once is still seen to end.
 */
export function useWatchOperations(teamId: number): (begun?: OperationRef | null) => void {
  const queryClient = useQueryClient()
  return (begun) => {
    if (begun) {
      const run = { state: 'running' as const, seen: 0, total: 0 }
      const at = new Date().toISOString()
      queryClient.setQueryData<Mine>(queryKeyOf(api.operations.mine, mineOf(teamId)), (now) => ({
        items: [{ ...begun, at, by: null, isUndone: false, run }, ...(now?.items ?? [])],
      }))
    }
    void refreshChanged(queryClient, api.operations.cancel, { teamId })
  }
}

export function RunningOperations({ teamId }: { teamId: number }) {
  const { t } = useTranslation('records')
  const { data } = useApi(api.operations.mine, mineOf(teamId), { enabled: useIsRested() })
  // Watched until its end is shown, whichever query reports the end first.
  const [watched, setWatched] = useState<readonly Running[]>([])
  // What the last one left as it was.
  const [left, setLeft] = useState<OperationRun | null>(null)
  useEffect(() => {
    const running = data?.items.filter(({ run, isUndone }) => run?.state === 'running' && !isUndone) ?? []
    setWatched((now) => {
      const more = running.filter(({ id }) => !now.some((one) => one.id === id))
      return more.length > 0 ? [...now, ...more] : now
    })
  }, [data])
  return (
    <>
      {watched.map((operation) => (
        <RunningOperation
          key={operation.id}
          teamId={teamId}
          operationId={operation.id}
          first={operation}
          onEnd={(run) => {
            setWatched((now) => now.filter(({ id }) => id !== operation.id))
            if (run.rejectedCount) setLeft(run)
          }}
        />
      ))}
      {left && (
        <RejectedDialog
          title={t('rewrite.leftTitle')}
          teamId={teamId}
          // Of whatever list it was begun in.
          dataCollectionId={null}
          rejected={left.rejected ?? []}
          count={left.rejectedCount ?? 0}
          onClose={() => setLeft(null)}
        />
      )}
    </>
  )
}

function RunningOperation({
  teamId,
  operationId,
  first,
  onEnd,
}: {
  teamId: number
  operationId: number
  first: Running
  onEnd(run: OperationRun): void
}) {
  const { t } = useTranslation('records')
  const format = useFormat()
  const operations = useOperations(teamId)
  const watch = useWatchOperations(teamId)
  const params = { teamId, operationId }
  const { data } = useQuery({
    queryKey: queryKeyOf(api.operations.get, { params }),
    queryFn: ({ signal }) => call(api.operations.get, { params }, { signal }),
    refetchInterval: ({ state }) => (state.data?.run?.state === 'running' || !state.data ? askMs : false),
  })
  const run = data?.run ?? first.run
  const hasReported = useRef(false)
  const end = useRef((_run: OperationRun, _done: OperationRef) => {})
  end.current = (run, done) => {
    const { state } = run
    const count = done.recordCount
    const texts = {
      done: () => t('bulk.finished', { count }),
      cancelled: () => t('bulk.stopped', { count }),
      failed: () => t('bulk.failed', { count }),
    }
    if (state !== 'running') operations.recordOperation(done, texts[state]())
    if (state === 'failed') toast.error(texts.failed())
    noteChanged(teamId)
    watch()
    onEnd(run)
  }
  useEffect(() => {
    if (!data?.run || data.run.state === 'running' || hasReported.current) return
    hasReported.current = true
    end.current(data.run, data.operation)
  }, [data])
  if (run?.state !== 'running') return null
  const text = t('bulk.running', { seen: format.number(run.seen), total: format.number(run.total) })
  return (
    <section className={classes.progress} aria-label={t('bulk.runningLabel')}>
      <span role="status">{text}</span>
      <Progress
        className={classes.bar}
        value={run.total === 0 ? 0 : (100 * run.seen) / run.total}
        aria-label={text}
      />
      <span className={styles.muted}>{t('bulk.goesOn')}</span>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() =>
          void call(api.operations.cancel, { params }).catch(() => toast.error(t('undo.nothing')))
        }
      >
        {t('bulk.stop')}
      </Button>
    </section>
  )
}
