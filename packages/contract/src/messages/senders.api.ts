/** Senders: from whom, and by which server or provider, a team's messages go. */
import { z } from 'zod'
import { endpoint, hook } from '../endpoint.ts'
import { dateTimeSchema, idParam, idSchema, teamParams } from '../paging.ts'
import { deliveryMethods, messageSectionPermissions } from './message-permissions.ts'
import { maxAddressLength } from './messages.schema.ts'

/** `outbox` keeps messages on this machine. */
export const transports = ['outbox', 'smtp', 'ses', 'twilio'] as const
export type TransportName = (typeof transports)[number]
export const transportMethods: Readonly<Record<TransportName, (typeof deliveryMethods)[number][]>> = {
  outbox: ['EMAIL', 'SMS'],
  smtp: ['EMAIL'],
  ses: ['EMAIL'],
  twilio: ['SMS'],
}

export const senderStates = ['active', 'paused', 'failing'] as const

export const maxSenderName = 100
export const maxDomainLength = 250
export const maxSecretLength = 1000
export const maxPort = 65_535
/** Messages per second. */
export const maxRatePerSecond = 2000
export const maxDailyLimit = 10_000_000
export const maxPostalAddress = 500

const text = (max: number) => z.string().trim().max(max)

/** What a transport needs, without secrets. Each transport uses some of it. */
export const senderSettingsSchema = z.strictObject({
  host: text(250).default(''),
  port: z.int().min(1).max(maxPort).default(587),
  /** TLS from the first byte; otherwise STARTTLS where the server has it. */
  isSecure: z.boolean().default(false),
  user: text(250).default(''),
  region: text(40).default(''),
  configurationSet: text(100).default(''),
  accountSid: text(60).default(''),
  messagingServiceSid: text(60).default(''),
})
export type SenderSettings = z.output<typeof senderSettingsSchema>

export const senderCheckSchema = z.object({
  kind: z.enum(['connection', 'spf', 'dkim', 'dmarc', 'return_path']),
  isOk: z.boolean(),
  /** What was found, or what to add to DNS. */
  detail: z.string(),
})
export type SenderCheck = z.output<typeof senderCheckSchema>

export const senderSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    deliveryMethodId: z.enum(deliveryMethods),
    transport: z.enum(transports),
    fromName: z.string(),
    /** An email address, or a phone number in E.164. */
    fromAddress: z.string(),
    replyTo: z.string(),
    settings: senderSettingsSchema,
    hasSecret: z.boolean(),
    /** Messages per second. */
    ratePerSecond: z.int(),
    dailyLimit: z.int().nullable(),
    /** Where non-delivery reports go; empty: to the sender's address. */
    bounceDomain: z.string(),
    /** The path of the provider's callbacks, with a secret; null for transports without. */
    hookUrl: z.string().nullable(),
    checks: z.array(senderCheckSchema),
    checkedAt: dateTimeSchema.nullable(),
    state: z.enum(senderStates),
    isDefault: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'MessageSender' })
export type Sender = z.output<typeof senderSchema>

const details = {
  name: text(maxSenderName).min(1),
  fromName: text(maxSenderName),
  fromAddress: text(maxAddressLength).min(3),
  replyTo: text(maxAddressLength),
  settings: senderSettingsSchema,
  ratePerSecond: z.int().min(1).max(maxRatePerSecond),
  dailyLimit: z.int().min(1).max(maxDailyLimit).nullable(),
  bounceDomain: text(maxDomainLength),
  isDefault: z.boolean(),
}
export const createSenderBody = z.strictObject({
  ...details,
  deliveryMethodId: z.enum(deliveryMethods),
  transport: z.enum(transports),
  fromName: details.fromName.default(''),
  replyTo: details.replyTo.default(''),
  settings: details.settings.prefault({}),
  ratePerSecond: details.ratePerSecond.default(10),
  dailyLimit: details.dailyLimit.default(null),
  bounceDomain: details.bounceDomain.default(''),
  isDefault: details.isDefault.default(false),
  /** Password or token; never returned. */
  secret: z.string().max(maxSecretLength).optional(),
})
export type CreateSender = z.output<typeof createSenderBody>
export const updateSenderBody = z
  .strictObject({ ...details, secret: z.string().max(maxSecretLength), state: z.enum(['active', 'paused']) })
  .partial()
  .extend({ version: z.int().optional() })
export type UpdateSender = z.output<typeof updateSenderBody>

/** A sender as those see it who write messages. */
export const chosenSenderSchema = senderSchema
  .pick({
    id: true,
    name: true,
    deliveryMethodId: true,
    fromName: true,
    fromAddress: true,
    state: true,
    isDefault: true,
  })
  .meta({ id: 'ChosenMessageSender' })

/** What holds for all messages of a team. */
export const messageSettingsSchema = z
  .object({
    requiresApproval: z.boolean(),
    tracksOpens: z.boolean(),
    tracksClicks: z.boolean(),
    /** At the end of marketing mails, as laws demand. */
    postalAddress: z.string().max(maxPostalAddress),
    /** SMS wait until the morning in the recipient's time zone. */
    smsQuietFrom: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .nullable(),
    smsQuietTo: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .nullable(),
  })
  .meta({ id: 'MessageSettings' })
export type MessageSettings = z.output<typeof messageSettingsSchema>

const access = 'team_admin_account_info'
const senders = '/teams/:teamId/messageSenders' as const
const sender = `${senders}/:senderId` as const
const params = teamParams.extend({ senderId: idParam })

export const messageSendersApi = {
  choices: endpoint({
    method: 'GET',
    path: '/teams/:teamId/messageSenderChoices',
    access: messageSectionPermissions,
    reads: ['messageSenders'],
    summary: 'Senders to choose from, without their settings',
    params: teamParams,
    response: z.object({ items: z.array(chosenSenderSchema) }),
  }),
  list: endpoint({
    method: 'GET',
    path: senders,
    access,
    reads: ['messageSenders'],
    summary: 'The senders of a team',
    params: teamParams,
    response: z.object({ items: z.array(senderSchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: senders,
    access,
    changes: ['messageSenders'],
    summary: 'Add a sender',
    params: teamParams,
    body: createSenderBody,
    response: senderSchema,
    errors: ['validation_failed', 'name_taken'],
  }),
  update: endpoint({
    method: 'PUT',
    path: sender,
    access,
    changes: ['messageSenders'],
    summary: 'Change, pause or resume a sender',
    params,
    body: updateSenderBody,
    response: senderSchema,
    errors: ['validation_failed', 'name_taken', 'version_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: sender,
    access,
    changes: ['messageSenders'],
    summary: 'Remove a sender that no message waits for',
    params,
    response: z.object({ id: idSchema }),
    errors: ['in_use'],
  }),
  check: endpoint({
    method: 'POST',
    path: `${sender}/check`,
    access,
    changes: ['messageSenders'],
    summary: 'Connect, and look the sender’s domain up in DNS',
    params,
    response: senderSchema,
    rateLimit: 20,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/teams/:teamId/messageSettings',
    access: messageSectionPermissions,
    reads: ['messageSenders'],
    summary: 'What holds for all messages of a team',
    params: teamParams,
    response: messageSettingsSchema,
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/messageSettings',
    access,
    changes: ['messageSenders'],
    summary: 'Change what holds for all messages',
    params: teamParams,
    body: messageSettingsSchema.partial(),
    response: messageSettingsSchema,
    errors: ['validation_failed'],
  }),
}

/** Callbacks of providers. The key is part of the sender's `hookUrl`. */
const hookParams = z.object({ key: z.string().regex(/^[\w-]{20,200}$/) })
export const messageHooksApi = {
  ses: hook({
    path: '/hooks/ses/:key',
    summary: 'Amazon SNS with events of Amazon SES',
    params: hookParams,
    errors: ['access_denied', 'bad_json', 'not_ready', 'validation_failed'],
    bodyLimit: 256 * 1024,
  }),
  twilioStatus: hook({
    path: '/hooks/twilio/:key',
    summary: 'Status of an SMS from Twilio',
    params: hookParams,
    errors: ['access_denied', 'unsupported_file', 'validation_failed'],
  }),
  twilioInbound: hook({
    path: '/hooks/twilioInbound/:key',
    summary: 'An SMS that somebody sent, from Twilio',
    params: hookParams,
    errors: ['access_denied', 'unsupported_file', 'validation_failed'],
    answers: 'text/xml',
  }),
  bounces: hook({
    path: '/hooks/bounces/:key',
    summary: 'A non-delivery report, as the raw mail',
    params: hookParams,
    bodyLimit: 256 * 1024,
  }),
}
