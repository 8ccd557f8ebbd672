/** Sends a paste, fill or clear: in parts of about a second each, all in one operation. */
import type { Response } from '@muster/contract/endpoint'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { api, call } from '../../../lib/api.ts'
import { type PastePlan, partsOf, type Rejected, refusedCells } from './paste.ts'
import type { NewItems } from './paste-readers.ts'
import { noteOwnWrite } from './record-writes.ts'
import { sendReliably } from './write-queue.ts'

type BulkResult = Response<typeof api.records.bulk>

/** Records per request. */
const partSize = 2500

export interface SentPlan {
  operation: OperationRef | null
  /** Cells that the server refused. */
  refused: Rejected[]
  /** The error that stopped it half-way; earlier parts stay, and can be undone. */
  error: unknown
}

/**
 * @param continues operation that this is a part of, e.g. the one that created list items for it
 * @param onProgress records done so far
 */
export async function sendPlan(
  target: { teamId: number; dataCollectionId: number },
  plan: PastePlan,
  options: {
    continues: OperationRef | null
    textAt: (row: number, column: string) => string
    onProgress: (done: number) => void
  },
): Promise<SentPlan> {
  const sent: SentPlan = { operation: options.continues, refused: [], error: null }
  let done = 0
  for (const part of partsOf(plan, partSize)) {
    for (const { id } of part.update) noteOwnWrite(id)
    try {
      const { operation, rejected } = await sendReliably((idempotencyKey) =>
        call(
          api.records.bulk,
          {
            params: target,
            body: {
              update: part.update,
              create: part.create,
              skipBad: true,
              ...(sent.operation ? { continues: sent.operation.id } : {}),
            },
          },
          { idempotencyKey },
        ),
      )
      sent.operation = operation ?? sent.operation
      for (const one of rejected) sent.refused.push(...refusedCells(one, part, options.textAt))
    } catch (error) {
      sent.error = error
      return sent
    }
    for (const { id } of part.update) noteOwnWrite(id)
    done += part.update.length + part.create.length
    options.onProgress(done)
  }
  return sent
}

/** Creates list items in one operation. @returns the operation and the new ids per list */
export async function createItems(
  teamId: number,
  missing: readonly NewItems[],
): Promise<{
  operation: OperationRef | null
  made: { listId: number; items: { label: string; id: number }[] }[]
}> {
  let operation = null as OperationRef | null
  const made: { listId: number; items: { label: string; id: number }[] }[] = []
  for (const { list, labels } of missing) {
    const name = list.DataFields.find(({ id }) => id === list.IdDataFieldDataObjectName)?.columnName
    if (!name) continue
    const continues = operation
    const { created, operation: done }: BulkResult = await sendReliably((idempotencyKey) =>
      call(
        api.records.bulk,
        {
          params: { teamId, dataCollectionId: list.id },
          body: {
            create: labels.map((label) => ({ values: { [name]: label } })),
            ...(continues ? { continues: continues.id } : {}),
          },
        },
        { idempotencyKey },
      ),
    )
    operation = done ?? operation
    made.push({
      listId: list.id,
      items: labels.flatMap((label, at) => {
        const id = created[at]
        return id === undefined ? [] : [{ label, id }]
      }),
    })
  }
  return { operation, made }
}
