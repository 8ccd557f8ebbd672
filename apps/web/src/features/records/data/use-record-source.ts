/** The records of a list on screen, kept fresh: own writes are patched in, other people's fetched. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { LiveEvent } from '@muster/contract/events/events.api'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api, call } from '../../../lib/api.ts'
import { onLiveEvents } from '../../../lib/events.ts'
import { holdRest } from '../../../lib/rest.ts'
import { operationEvents } from '../../operations/public.ts'
import { type RecordQuery, RecordSource, type RunQuery } from './record-source.ts'
import { asRow, isOwnWrite, recordEvents } from './record-writes.ts'

/** The first event refreshes at once; those within this time cause one more refresh. */
const gatherMs = 400

export interface LiveSource {
  source: RecordSource
  /** The reader moved on to another row: the effect of own edits on the order may show now. */
  settle(): void
  /** Records that others have changed since, where the list does not update by itself; null: too many to name. */
  deferred: ReadonlySet<number> | null
  /** Shows them. */
  release(): void
}

const none: ReadonlySet<number> = new Set()

/**
 * Null for the first moment, and without a collection. A new source is created when the query changes, so that old rows
 * never mix with new ones.
 */
export function useRecordSource(
  teamId: number,
  collection: DataCollection | undefined,
  query: RecordQuery,
  fields: readonly string[] | undefined,
  /** Whether changes of others are deferred. */
  isDeferring = false,
): LiveSource | null {
  const dataCollectionId = collection?.id
  const homeId = collection?.idHomeDataCollection
  const [live, setLive] = useState<(Pick<LiveSource, 'source' | 'settle'> & { of: number }) | null>(null)
  const [deferred, setDeferred] = useState<ReadonlySet<number> | null>(none)
  const latestFields = useRef(fields)
  latestFields.current = fields
  const key = JSON.stringify(query)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the query by its content
  useEffect(() => {
    if (dataCollectionId === undefined || homeId === undefined) return
    const run: RunQuery = (body, signal) =>
      call(api.records.query, { params: { teamId, dataCollectionId }, body }, { signal })
    const source = new RecordSource(run, query, latestFields.current)
    // The first rows are asked for before the grid is drawn, which says later what is in view.
    if (latestFields.current) source.cache.show(0, 0)
    const release = holdRest()
    source.subscribe(() => source.cache.stateOf(0) !== 'loading' && release())
    setDeferred(none)
    const hold = (ids: readonly number[] | undefined) =>
      setDeferred((now) => (now && ids ? new Set([...now, ...ids]) : null))
    const follow = followChanges(source, teamId, [dataCollectionId, homeId], isDeferring ? hold : null)
    setLive({ source, settle: follow.settle, of: dataCollectionId })
    return () => {
      release()
      follow.stop()
      source.dispose()
    }
  }, [teamId, dataCollectionId, homeId, key, isDeferring])

  const columns = fields?.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns by their names
  useEffect(() => {
    if (fields && live) live.source.setFields(fields)
  }, [live, columns])

  const release = useCallback(() => {
    setDeferred(none)
    void live?.source.refresh()
  }, [live])
  // Rows of another collection, or from before another display replaced the list, are no longer shown.
  const isCurrent = live?.of === dataCollectionId && JSON.stringify(live?.source.query) === key
  return useMemo(
    () => (live && isCurrent ? { ...live, deferred, release } : null),
    [live, isCurrent, deferred, release],
  )
}

function followChanges(
  source: RecordSource,
  teamId: number,
  collectionIds: readonly number[],
  hold: ((recordIds: readonly number[] | undefined) => void) | null,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWaiting = false
  let refreshedAt = 0
  let refreshing: Promise<void> | null = null
  const refresh = () => {
    timer ??= setTimeout(
      async () => {
        // On a slow server the next refresh must not abort this one, or none would ever end.
        await refreshing
        timer = undefined
        isWaiting = false
        refreshedAt = Date.now()
        refreshing = source.refresh()
      },
      Math.max(0, refreshedAt + gatherMs - Date.now()),
    )
  }
  const stops = [
    onLiveEvents((events) => {
      const touching = events.filter((event) => isTouching(event, source, collectionIds))
      if (touching.length === 0) return
      // The user's own edits are on screen already; only their position may change.
      const isOwn = touching.every(
        ({ all, recordIds }) => !all && recordIds !== undefined && recordIds.every(isOwnWrite),
      )
      if (isOwn) isWaiting = true
      else if (hold) {
        for (const { all, recordIds } of touching) {
          hold(all ? undefined : recordIds?.filter((id) => !isOwnWrite(id)))
        }
      } else refresh()
    }),
    recordEvents.on('saved', ({ teamId: of, record }) => {
      if (of !== teamId) return
      source.learn(record.linked)
      // Its mark may be another one now; the next refresh says.
      source.cache.patch(record.id, ({ mark }) => ({ ...asRow(record), mark }))
      isWaiting = true
    }),
    recordEvents.on('changed', ({ teamId: of }) => of === teamId && refresh()),
    operationEvents.on('undone', ({ teamId: of }) => of === teamId && refresh()),
  ]
  return {
    settle: () => isWaiting && refresh(),
    stop: () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}

/** Whether an event may change what the list shows: its own records, or the names of linked ones. */
function isTouching(event: LiveEvent, source: RecordSource, collectionIds: readonly number[]): boolean {
  if (event.kind !== 'records') return false
  const { dataCollectionId, recordIds } = event
  if (dataCollectionId === undefined || collectionIds.includes(dataCollectionId)) return true
  return recordIds?.some((id) => Object.hasOwn(source.linked, id)) ?? false
}
