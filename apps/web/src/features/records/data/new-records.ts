/**
 * Records typed into the empty row at the end of the grid: shown at once under a number below zero, created one after
 * the other in the order of typing. What is typed into one before the server has answered is saved after that.
 */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataRecord, Values } from '@muster/contract/records/records.schema'
import { useMemo, useRef } from 'react'
import { api, call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshAtOnce } from '../../../lib/stale.ts'
import { operationsOf } from '../../operations/public.ts'
import type { RecordSource } from './record-source.ts'
import { asRow, noteSaved, recordEdits } from './record-writes.ts'
import { sendReliably } from './write-queue.ts'

export interface NewRecords {
  create(values: Values): void
  /** A value of a record that is being created. */
  change(recordId: number, field: string, value: unknown): void
  /** The record's own number, once it is created; undefined where it was refused. */
  whenCreated(recordId: number): Promise<number | undefined>
  /** Waits until all are created or refused. */
  idle(): Promise<unknown>
}

let lastId = 0
/** Of records being created, by their number below zero. */
const creating = new Map<number, Promise<DataRecord | undefined>>()
/** The next one is sent when the last one has its place in the list. */
let last: Promise<unknown> = Promise.resolve()

/** A record that nobody has stored. */
export const blankRecord = (id: number, dataCollectionId: number, values: Values = {}): DataRecord => ({
  id,
  name: '',
  avatar: null,
  dataCollectionId,
  version: 0,
  createdAt: null,
  createdBy: null,
  updatedAt: null,
  updatedBy: null,
  deletedAt: null,
  values,
})

/** @param onRefused receives what was typed */
export function useNewRecords(
  teamId: number,
  collection: DataCollection,
  source: RecordSource,
  onRefused: (values: Values, error: unknown) => void,
): NewRecords {
  const latest = useRef(onRefused)
  latest.current = onRefused
  const dataCollectionId = collection.id
  const homeId = collection.idHomeDataCollection
  return useMemo(() => {
    const whenCreated = async (id: number) => (id > 0 ? id : (await creating.get(id))?.id)
    return {
      whenCreated,
      idle: () => last,
      create(values) {
        const id = --lastId
        const end = operationsOf(teamId).beginOperation()
        source.cache.add(blankRecord(id, homeId, values))
        const send = async (): Promise<DataRecord | undefined> => {
          try {
            const { record, operation } = await sendReliably((idempotencyKey) =>
              call(
                api.records.create,
                { params: { teamId, dataCollectionId }, body: { values } },
                { idempotencyKey },
              ),
            )
            end(operation)
            source.learn(record.linked)
            const row = asRow(record)
            source.cache.settleAdded(id, row)
            noteSaved(teamId, record)
            void refreshAtOnce(queryClient, api.records.create, { teamId, dataCollectionId })
            return row
          } catch (error) {
            end(null)
            const shown = source.cache.rowAt(source.cache.indexOf(id) ?? -1)?.values
            source.cache.settleAdded(id, null)
            latest.current(shown ?? values, error)
            return undefined
          }
        }
        const made = last.then(send)
        last = made
        creating.set(id, made)
      },
      change(recordId, field, value) {
        source.cache.patch(recordId, (row) => ({ ...row, values: { ...row.values, [field]: value } }))
        void creating.get(recordId)?.then((record) => {
          if (record) recordEdits(teamId).set(record.id, field, value, record.values[field], record.version)
        })
      },
    }
  }, [teamId, dataCollectionId, homeId, source])
}
