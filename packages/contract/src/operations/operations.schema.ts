/** An operation: one act of a person or a wizard, with its log events; what undo and history read. */
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
] as const

/** What a write gives back, so that the caller can offer undo. */
export const operationRefSchema = z
  .object({ id: idSchema, kind: z.enum(operationKinds), recordCount: z.number().int() })
  .meta({ id: 'OperationRef' })
export type OperationRef = z.infer<typeof operationRefSchema>

/** How far an act in the background is: records looked at of how many. */
export const operationRunSchema = z.object({
  state: z.enum(runStates).exclude(['queued']),
  seen: z.number().int(),
  total: z.number().int(),
})
export type OperationRun = z.infer<typeof operationRunSchema>

/** Spec section 3: log event types. */
export const logEventTypes = ['created', 'updated', 'deleted', 'restored', 'sent_outgoing_message'] as const

/** Kinds of callers that records and history know. */
export const callerKinds = ['team_user', 'api_token', 'wizard_run', 'visitor', 'system'] as const

export const actorSchema = z.object({ teamUserId: idSchema, name: z.string() }).nullable()

export const logEventSchema = z
  .object({
    operationId: idSchema,
    recordId: idSchema,
    type: z.enum(logEventTypes),
    at: dateTimeSchema,
    by: actorSchema,
    /** As what they acted; null if the caller may not read who did. */
    actor: z.enum(callerKinds).nullable(),
    kind: z.enum(operationKinds),
    /** Per changed column that the caller may read: value before and after. Empty for created. */
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  })
  .meta({ id: 'LogEvent' })
export type LogEvent = z.infer<typeof logEventSchema>

/** What an undo did; values that someone has changed since stay and are named. */
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
  /** The act it was part of. */
  kind: z.enum(operationKinds),
  at: dateTimeSchema,
  by: actorSchema,
})
export type RecentChange = z.infer<typeof recentChangeSchema>
