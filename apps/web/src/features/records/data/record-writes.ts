/**
 * Writes of one record's fields, shared by grid, drawer and page of a team: one queue, so that all show the same
 * pending and failed edits.
 */
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import type { DataRecord, RecordDetail } from '@muster/contract/records/records.schema'
import { useCallback, useSyncExternalStore } from 'react'
import { ApiError, api, call, queryKeyOf } from '../../../lib/api.ts'
import { emitter } from '../../../lib/emitter.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshAtOnce } from '../../../lib/stale.ts'
import { operationsOf } from '../../operations/public.ts'
import { EditQueue, type Saved } from './edits.ts'
import { sendReliably, writeQueue } from './write-queue.ts'

interface SavedRecord extends Saved {
  record: RecordDetail
  operation: OperationRef | null
}

/** Notifies lists on screen of records written from here, before the server's live event arrives. */
export const recordEvents = emitter<{
  saved: { teamId: number; record: RecordDetail }
  /** Many at once: lists refetch what they show. */
  changed: { teamId: number }
}>()

const queues = new Map<number, EditQueue<SavedRecord>>()

export function recordEdits(teamId: number): EditQueue<SavedRecord> {
  const known = queues.get(teamId)
  if (known) return known
  const made = new EditQueue<SavedRecord>({
    save: async (dataRecordId, values, version) => {
      noteOwnWrite(dataRecordId)
      const params = { teamId, dataRecordId }
      const { record, operation } = await sendReliably((idempotencyKey) =>
        call(
          api.records.update,
          { params, body: { values, ...(version === undefined ? {} : { version }) } },
          { idempotencyKey },
        ),
      ).catch(async (error: unknown) => {
        if (!isThereAlready(error)) throw error
        return { record: await call(api.records.get, { params }), operation: null }
      })
      // It may have waited for the connection for a while.
      noteOwnWrite(dataRecordId)
      return { version: record.version, record, operation }
    },
    onBegun: () => {
      const end = operationsOf(teamId).beginOperation()
      return (saved) => end(saved?.operation ?? null)
    },
    onSaved: ({ record }) => noteSaved(teamId, record),
  })
  queues.set(teamId, made)
  made.subscribe(guardLeaving)
  return made
}

/** Whether the conflict is with the very value that was typed, since somebody else typed it too. */
function isThereAlready(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'version_conflict') return false
  const { current, yours } = error.params
  return JSON.stringify(current) === JSON.stringify(yours)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Asks before the page is left or reloaded while anything typed is unsaved. */
function guardLeaving(): void {
  const isUnsaved = writeQueue.waiting > 0 || [...queues.values()].some((queue) => queue.hasUnsaved)
  if (isUnsaved) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}
writeQueue.subscribe(guardLeaving)

/** Updates the caches with the answer of a write. */
export function noteSaved(teamId: number, record: RecordDetail): void {
  noteOwnWrite(record.id)
  recordEvents.emit('saved', { teamId, record })
  const params = { teamId, dataRecordId: record.id }
  queryClient.setQueryData(queryKeyOf(api.records.get, { params }), record)
  void refreshAtOnce(queryClient, api.records.update, params)
}

/** Refetches what is shown of records after a change of many; lists follow by their event. */
export function noteChanged(teamId: number): void {
  recordEvents.emit('changed', { teamId })
  void refreshAtOnce(queryClient, api.records.bulk, { teamId })
}

const ownWrites = new Map<number, number>()
const ownWriteMs = 5000

export function noteOwnWrite(recordId: number): void {
  const now = Date.now()
  // In their order, so that the oldest are forgotten without a look at the others: a paste writes thousands.
  ownWrites.delete(recordId)
  ownWrites.set(recordId, now)
  for (const [id, at] of ownWrites) {
    if (now - at <= ownWriteMs) break
    ownWrites.delete(id)
  }
}

/** Whether a record was written from here a moment ago, so that its live event is no news. */
export const isOwnWrite = (recordId: number): boolean =>
  Date.now() - (ownWrites.get(recordId) ?? 0) < ownWriteMs

/** A record in the form of lists, from the longer form of a write's answer. */
export function asRow({
  dataCollectionIds: _ids,
  linked: _linked,
  canUpdate: _canUpdate,
  canDelete: _canDelete,
  ...row
}: RecordDetail): DataRecord {
  return row
}

/** Renders again when edits of a record (or any) change; returns a change counter. */
export function useEdits(teamId: number, recordId?: number): EditQueue<SavedRecord> {
  const queue = recordEdits(teamId)
  const subscribe = useCallback(
    (listener: () => void) =>
      queue.subscribe((changed) => {
        if (recordId === undefined || changed === recordId) listener()
      }),
    [queue, recordId],
  )
  useSyncExternalStore(subscribe, () => queue.revision)
  return queue
}
