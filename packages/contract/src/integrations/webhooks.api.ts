/** Webhooks: a URL that gets signed requests, in order, when records of a data collection change. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTimeSchema, idParam, idSchema, teamParams } from '../paging.ts'

/** What can happen; append only, as stored. Records taken from the trash count as created. */
export const webhookKinds = ['record.created', 'record.updated', 'record.deleted'] as const
export type WebhookKind = (typeof webhookKinds)[number]

/**
 * Paused webhooks keep what happens and deliver it when they are resumed. Ended ones are over: the receiver answered
 * 410, or the owner or the token that created them lost access.
 */
export const webhookStates = ['active', 'paused', 'ended'] as const
/** Failed deliveries have used up all attempts. Skipped ones had nothing left that the owner may read. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'skipped'] as const

export const maxWebhookUrlLength = 2000
export const maxWebhooksPerTeam = 50
/** The records that one request has at most. */
export const maxRecordsPerDelivery = 100
/** Seconds from the first attempt of a delivery to each further one. */
export const retryTimes = [5, 300, 1800, 7200, 18_000, 43_200, 86_400] as const
/** Days for which a webhook may fail before it is paused. */
export const maxFailingDays = 3
/** Days for which deliveries that ended are listed. */
export const deliveryRetentionDays = 30

export const webhookSchema = z
  .object({
    id: idSchema,
    url: z.string(),
    kinds: z.array(z.enum(webhookKinds)),
    dataCollectionId: idSchema,
    /** Whether requests have names and values of the records, as far as the owner may read them, and not ids only. */
    withValues: z.boolean(),
    state: z.enum(webhookStates),
    /** Whose permissions decide which records are sent. */
    teamUserId: idSchema,
    owner: z.string(),
    createdAt: dateTimeSchema,
    /** Since when no attempt has succeeded; null if the last one did. */
    failingSince: dateTimeSchema.nullable(),
    waiting: z.int(),
    failed: z.int(),
    lastDeliveredAt: dateTimeSchema.nullable(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhookSchema>

export const deliverySchema = z
  .object({
    id: idSchema,
    kind: z.enum(webhookKinds),
    dataRecordIds: z.array(idSchema),
    /** When the records changed. */
    at: dateTimeSchema,
    state: z.enum(deliveryStates),
    attempts: z.int(),
    nextAt: dateTimeSchema.nullable(),
    endedAt: dateTimeSchema.nullable(),
    /** HTTP status of the last response; null if there was none. */
    status: z.int().nullable(),
    /** Why there was none, as a code such as `ECONNREFUSED`. */
    error: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof deliverySchema>

const access = 'integrations_zapier'
const apiScope = 'hooks'
const webhookParams = z.object({ teamId: idParam, webhookId: idParam })

export const webhooksApi = {
  webhooks: endpoint({
    method: 'GET',
    path: '/teams/:teamId/hooks',
    access,
    apiScope,
    reads: ['webhooks'],
    summary: "The caller's webhooks; for team administrators those of the whole team",
    params: teamParams,
    response: z.object({ items: z.array(webhookSchema) }),
  }),
  createWebhook: endpoint({
    method: 'POST',
    path: '/teams/:teamId/hooks',
    access,
    apiScope,
    changes: ['webhooks'],
    summary:
      'Subscribe a URL to changes of records; this response is the only one that has the secret that signs requests',
    params: teamParams,
    body: z.strictObject({
      url: z
        .string()
        .trim()
        .max(maxWebhookUrlLength, 'too_long')
        .refine((text) => URL.canParse(text), { params: { code: 'not_a_url' } }),
      kinds: z.array(z.enum(webhookKinds)).min(1, 'required').max(webhookKinds.length),
      dataCollectionId: idSchema,
      withValues: z.boolean().default(false),
    }),
    response: z.object({ webhook: webhookSchema, secret: z.string() }),
    // A stored response would be a second place with the secret.
    idempotency: 'nobody',
  }),
  changeWebhook: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/hooks/:webhookId',
    access,
    apiScope,
    changes: ['webhooks'],
    summary: 'Pause or resume a webhook',
    params: webhookParams,
    body: z.strictObject({ isActive: z.boolean() }),
    response: webhookSchema,
    errors: ['webhook_ended'],
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/teams/:teamId/hooks/:webhookId/deliveries',
    access,
    apiScope,
    reads: ['webhooks'],
    summary: 'The deliveries of a webhook, newest first',
    params: webhookParams,
    query: z.object({
      /** Only older ones than this delivery. */
      before: z.coerce.number().int().positive().optional(),
    }),
    response: z.object({ items: z.array(deliverySchema), hasMore: z.boolean() }),
  }),
  replay: endpoint({
    method: 'POST',
    path: '/teams/:teamId/hooks/:webhookId/replay',
    access,
    apiScope,
    changes: ['webhooks'],
    summary: 'Deliver again what failed, or the given deliveries, before anything newer',
    params: webhookParams,
    body: z.strictObject({
      /** Absent: all that failed. */
      deliveryIds: z.array(idSchema).min(1).max(100).optional(),
    }),
    response: z.object({ count: z.int() }),
    errors: ['webhook_ended'],
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: '/teams/:teamId/hooks/:webhookId/test',
    access,
    apiScope,
    changes: [],
    summary: 'Send a signed request without records now, and return how the receiver answered',
    params: webhookParams,
    rateLimit: 20,
    response: z.object({ status: z.int().nullable(), error: z.string().nullable() }),
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: '/teams/:teamId/hooks/:webhookId',
    access,
    apiScope,
    changes: ['webhooks'],
    summary: 'Unsubscribe: what has not been delivered is dropped',
    params: webhookParams,
    response: z.object({ id: idSchema }),
  }),
}
