/** Sends a paste, fill or clear: in parts that take less than a second each, all in one operation. */
import type { Response } from '@muster/contract/endpoint'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { api, call } from '../../../lib/api.ts'
import { createsOf, type PastePart, type PastePlan, type Rejected, refusedCells, updatesOf } from './paste.ts'
import type { NewItems } from './paste-readers.ts'
import { noteOwnWrite } from './record-writes.ts'
import { sendReliably } from './write-queue.ts'

type BulkResult = Response<typeof api.records.bulk>

/** The maximum number of records in one request. */
const maxPartSize = 2500
/** So many changes are one request. */
const maxUndivided = 1000
/** Records in the first request of several, which continue its operation. */
const firstSize = 20
/** Requests at a time: PostgreSQL writes one part while the server reads the next. */
const maxRequests = 2

export interface SentPlan {
  operation: OperationRef | null
  /** Cells that the server refused. */
  refused: Rejected[]
  /** The error that stopped it half-way; earlier parts stay, and can be undone. */
  error: unknown
}

/**
 * @param options.continues operation that this is a part of, e.g. the one that created list items for it
 * @param options.isInOrder changes are sent one part after the other, because their values depend on each other
 * @param options.onProgress records done so far
 */
export async function sendPlan(
  target: { teamId: number; dataCollectionId: number },
  plan: PastePlan,
  options: {
    continues: OperationRef | null
    isInOrder: boolean
    textAt: (row: number, column: string) => string
    onProgress: (done: number) => void
  },
): Promise<SentPlan> {
  const sent: SentPlan = { operation: options.continues, refused: [], error: null }
  let done = 0

  async function send(part: PastePart): Promise<void> {
    for (const { id } of part.update) noteOwnWrite(id)
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
    // The answers of parts that are sent at the same time may arrive in another order.
    if (operation && operation.recordCount >= (sent.operation?.recordCount ?? 0)) sent.operation = operation
    for (const one of rejected) sent.refused.push(...refusedCells(one, part, options.textAt))
    for (const { id } of part.update) noteOwnWrite(id)
    done += part.update.length + part.create.length
    options.onProgress(done)
  }

  async function sendAll(parts: Iterator<PastePart>, isEnough = () => false): Promise<void> {
    while (!sent.error && !isEnough()) {
      const next = parts.next()
      if (next.done) return
      try {
        await send(next.value)
      } catch (error) {
        sent.error ??= error
      }
    }
  }

  const count = plan.update.length
  if (count <= maxUndivided || options.isInOrder) {
    await sendAll(updatesOf(plan, maxPartSize))
  } else {
    const size = Math.min(maxPartSize, Math.ceil((count - firstSize) / maxRequests))
    const updates = updatesOf(plan, size, sent.operation ? size : firstSize)
    await sendAll(updates, () => sent.operation !== null)
    await Promise.all(Array.from({ length: maxRequests }, () => sendAll(updates)))
  }
  await sendAll(createsOf(plan, maxPartSize))
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
