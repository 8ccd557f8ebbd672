/** A change of all records of a target. */

import type { OperationRef, RejectedValue } from '@muster/contract/operations/operations.schema'
import type { Target } from '@muster/contract/records/records.schema'
import type { Sql, Transaction } from '../../platform/db.ts'
import type { Moved } from './move.ts'

export interface ActionResult extends Pick<Moved, 'operationId' | 'count' | 'ids' | 'denied'> {
  /** Values that were left as they were. */
  rejected?: RejectedValue[]
}

/** A bulk action with validated input. */
export interface TargetAction {
  kind: OperationRef['kind']
  target: Target
  isInTrash: boolean
  /** Condition for the records of the target that it concerns. */
  only?: Sql
  /** Runs the action on the records of a relation with `id`. */
  run(
    client: Transaction,
    ids: Sql,
    operation: { id: number } | { kind: OperationRef['kind'] },
  ): Promise<ActionResult>
}
