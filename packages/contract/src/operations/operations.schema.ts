/** An operation: one action of a person or a wizard, with its log events. Undo and history are based on it. */
import { z } from 'zod'
import { dateTimeSchema, idParam, idSchema } from '../paging.ts'
import { runStates } from '../runs/runs.machine.ts'

export const operationKinds = [
  'create_records',
  'update_records',
  'delete_records',
  'restore_records',
  'change_membership',
  'import',
  'undo',
  'change_field_type',
  'merge_records',
  'wizard_run',
  /** An outgoing message has gone to these records; it cannot be undone. */
  'send_message',
] as const

/** Returned by a write, so that the caller can offer undo. */
export const operationRefSchema = z
  .object({ id: idSchema, kind: z.enum(operationKinds), recordCount: z.number().int() })
  .meta({ id: 'OperationRef' })
export type OperationRef = z.infer<typeof operationRefSchema>

/** A value that a change of many left as it was. */
export const rejectedSchema = z.object({ path: z.string(), code: z.string() })
export type RejectedValue = z.infer<typeof rejectedSchema>

/** Progress of an operation in the background: records processed, of the total. */
export const operationRunSchema = z.object({
  /** How many values were left as they were, and the first of them. */
  rejectedCount: z.number().int().optional(),
  rejected: z.array(rejectedSchema).optional(),
  state: z.enum(runStates).exclude(['queued']),
  seen: z.number().int(),
  total: z.number().int(),
})
export type OperationRun = z.infer<typeof operationRunSchema>

/** Spec section 3: log event types. */
export const logEventTypes = ['created', 'updated', 'deleted', 'restored', 'sent_outgoing_message'] as const

/** Kinds of callers, as stored with records and history. */
export const callerKinds = ['team_user', 'api_token', 'wizard_run', 'visitor', 'system'] as const

export const actorSchema = z.object({ teamUserId: idSchema, name: z.string() }).nullable()

export const logEventSchema = z
  .object({
    operationId: idSchema,
    recordId: idSchema,
    type: z.enum(logEventTypes),
    at: dateTimeSchema,
    by: actorSchema,
    /** What kind of caller it was; null if the caller may not read who it was. */
    actor: z.enum(callerKinds).nullable(),
    kind: z.enum(operationKinds),
    /** Value before and after, for each changed column that the caller may read. Empty for created. */
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  })
  .meta({ id: 'LogEvent' })
export type LogEvent = z.infer<typeof logEventSchema>

/** The result of an undo; values that have changed since are kept and listed in `skipped`. */
export const undoResultSchema = z.object({
  operation: operationRefSchema,
  restored: z.number().int(),
  skipped: z.array(z.object({ recordId: idSchema, field: z.string().nullable() })),
  skippedCount: z.number().int(),
})
export type UndoResult = z.infer<typeof undoResultSchema>

export const operationParams = z.object({ teamId: idParam, operationId: idParam })

export const recentChangeSchema = z.object({
  recordId: idSchema,
  name: z.string(),
  avatar: z.string().nullable(),
  dataCollectionId: idSchema,
  type: z.enum(logEventTypes),
  /** Kind of the operation that the change was part of. */
  kind: z.enum(operationKinds),
  at: dateTimeSchema,
  by: actorSchema,
})
export type RecentChange = z.infer<typeof recentChangeSchema>
