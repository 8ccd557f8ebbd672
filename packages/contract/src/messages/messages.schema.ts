/** Outgoing messages (spec section 3). */
import { z } from 'zod'
import { dateTimeSchema, idParam, idSchema, languageSchema, teamParams } from '../paging.ts'
import { audienceSchema } from './audience.ts'
import { messageDesignSchema } from './design.ts'
import { deliveryMethods } from './message-permissions.ts'
import {
  exclusionReasons,
  type MessageList,
  messageEvents,
  messageLists,
  messageStatuses,
  pauseReasons,
  recipientStates,
} from './messages.machine.ts'
import { notificationOutcomes, notificationTypes } from './notifications.ts'

/** What a message is for. A transactional one answers what somebody did, and is not subject to subscriptions. */
export const contentTypes = ['MARKETING', 'PARTICIPATION', 'TRANSACTIONAL'] as const
export type ContentType = (typeof contentTypes)[number]

export const maxNameLength = 250
export const maxDescriptionLength = 2000
/** An email address or a phone number. */
export const maxAddressLength = 320
/** What somebody asks to be changed before they approve. */
export const maxChangesLength = 2000
/** Addresses of one test. */
export const maxTestAddresses = 5
export const maxSubjectLength = 250
export const maxSmsLength = 1600
export const maxTextLength = 100_000

const internalName = z.string().trim().min(1).max(maxNameLength)
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** What a message says in one language. An SMS has the text only. */
export const contentParts = {
  subjectLine: z.string().max(maxSubjectLength),
  preheader: z.string().max(maxSubjectLength),
  design: messageDesignSchema,
  /** The text of an SMS; of an email the version without HTML. */
  textOnlyVersion: z.string().max(maxTextLength),
  /** Whether somebody wrote the text; otherwise it follows the blocks. */
  isTextOwn: z.boolean(),
}
export const contentSchema = z
  .object({ languageId: languageSchema, ...contentParts })
  .meta({ id: 'OutgoingMessageContent' })
export type MessageContent = z.output<typeof contentSchema>
export const saveContentBody = z.strictObject(contentParts).partial().extend({ version: z.int().optional() })
export type SaveContent = z.output<typeof saveContentBody>

/** A window in which a message is handed over, in the team's time zone. */
export const sendWindowSchema = z.strictObject({ from: timeOfDay, to: timeOfDay })

/** What somebody decides about a message before its content. */
export const messageDetails = {
  internalName,
  internalDescription: z.string().max(maxDescriptionLength),
  contentTypeId: z.enum(contentTypes),
  senderId: idSchema.nullable(),
  /** Team user. */
  ownedBy: idSchema,
  /** The subject that people subscribe to and unsubscribe from; null: only from everything. */
  subjectId: idSchema.nullable(),
  audience: audienceSchema,
  window: sendWindowSchema.nullable(),
  tracksOpens: z.boolean(),
  tracksClicks: z.boolean(),
}

export const problemCodes = [
  'no_sender',
  'sender_paused',
  'no_audience',
  'no_recipients',
  'subject_line_missing',
  'content_empty',
  'content_invalid',
  'text_empty',
  'sms_too_long',
  'merge_field_unknown',
  'alt_text_missing',
  'link_invalid',
  'no_postal_address',
] as const
export const messageProblemSchema = z
  .object({
    code: z.enum(problemCodes),
    /** What keeps a message from being sent; otherwise a warning. */
    isBlocking: z.boolean(),
    languageId: languageSchema.nullable(),
    /** The block or the field it is about. */
    path: z.string(),
    detail: z.string(),
  })
  .meta({ id: 'OutgoingMessageProblem' })
export type MessageProblem = z.output<typeof messageProblemSchema>

/** Recipients by state, and by what was reported. */
export const countsSchema = z.object({
  states: z.partialRecord(z.enum(recipientStates), z.int()),
  outcomes: z.partialRecord(
    z.enum(Object.keys(notificationOutcomes) as [keyof typeof notificationOutcomes]),
    z.int(),
  ),
})
export type MessageCounts = z.output<typeof countsSchema>

const person = z.object({ teamUserId: idSchema, name: z.string() })

/** A row of a list. */
export const listedMessageSchema = z
  .object({
    id: idSchema,
    internalName: z.string(),
    deliveryMethodId: z.enum(deliveryMethods),
    contentTypeId: z.enum(contentTypes),
    status: z.enum(messageStatuses),
    isOwn: z.boolean(),
    /** Made by a wizard's task, one for each task and template; it never ends. */
    isAutomatic: z.boolean(),
    ownedBy: person.nullable(),
    createdAt: dateTimeSchema,
    scheduledAt: dateTimeSchema.nullable(),
    sentAt: dateTimeSchema.nullable(),
    pausedAt: dateTimeSchema.nullable(),
    counts: countsSchema,
    /** What the caller may do now, besides to look at it. */
    mayDo: z.array(z.enum(messageEvents)),
  })
  .meta({ id: 'ListedOutgoingMessage' })
export type ListedMessage = z.output<typeof listedMessageSchema>

export const messageSchema = listedMessageSchema
  .extend({
    teamId: idSchema,
    ...messageDetails,
    ownedBy: person.nullable(),
    contentLanguageId: languageSchema,
    /** Of `contentLanguageId`. */
    subjectLine: z.string(),
    textOnlyVersion: z.string(),
    createdByTeamUserId: idSchema.nullable(),
    outgoingMessageTemplateId: idSchema.nullable(),
    contents: z.array(contentSchema),
    startedAt: dateTimeSchema.nullable(),
    pauseReason: z.enum(pauseReasons).nullable(),
    approval: z.object({ by: person.nullable(), at: dateTimeSchema, recipientCount: z.int() }).nullable(),
    /** What an approver asked for when they last sent it back. */
    changesWanted: z.string().nullable(),
    requiresApproval: z.boolean(),
    problems: z.array(messageProblemSchema),
    version: z.int(),
  })
  .meta({ id: 'OutgoingMessage' })
export type OutgoingMessage = z.output<typeof messageSchema>

export const createMessageBody = z.strictObject({
  internalName,
  internalDescription: messageDetails.internalDescription.default(''),
  deliveryMethodId: z.enum(deliveryMethods),
  contentTypeId: messageDetails.contentTypeId,
  contentLanguageId: languageSchema,
  senderId: idSchema.nullable().default(null),
  subjectId: idSchema.nullable().default(null),
  /** Start from this template's content; null: from scratch. */
  outgoingMessageTemplateId: idSchema.nullable().default(null),
  /** Copy details, content and audience of this message. */
  copyOfOutgoingMessageId: idSchema.optional(),
})
export type CreateMessage = z.output<typeof createMessageBody>

/** The version that the person edited: a newer one is refused. The first content language may be changed too. */
export const updateMessageBody = z
  .strictObject({ ...messageDetails, contentLanguageId: languageSchema })
  .partial()
  .extend({ version: z.int().optional() })
export type UpdateMessage = z.output<typeof updateMessageBody>

export const messageParams = teamParams.extend({ outgoingMessageId: idParam })
export const recipientParams = messageParams.extend({ recipientId: idParam })

export const messageSorts = [
  'createdAt',
  'internalName',
  'ownedBy',
  'status',
  'type',
  'scheduledAt',
  'sentAt',
] as const
export const listMessagesQuery = z.object({
  list: z.enum(Object.keys(messageLists) as [MessageList]),
  sort: z.enum(messageSorts).default('createdAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  search: z.string().trim().max(200).optional(),
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type ListMessages = z.output<typeof listMessagesQuery>

/** One row of the ledger. */
export const recipientSchema = z
  .object({
    id: idSchema,
    /** Null: the record was erased. */
    dataRecordId: idSchema.nullable(),
    dataCollectionId: idSchema.nullable(),
    name: z.string().nullable(),
    /** Null: erased, or hidden from the caller. */
    address: z.string().nullable(),
    languageId: languageSchema.nullable(),
    state: z.enum(recipientStates),
    reason: z.enum(exclusionReasons).nullable(),
    lastNotification: z.enum(notificationTypes).nullable(),
    lastAt: dateTimeSchema.nullable(),
    handedAt: dateTimeSchema.nullable(),
    /** What the mail server or provider answered last, or one of `handOverDetails`. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'OutgoingMessageRecipient' })
export type Recipient = z.output<typeof recipientSchema>

export const listRecipientsQuery = z.object({
  state: z.enum(recipientStates).optional(),
  outcome: z.enum(Object.keys(notificationOutcomes) as [keyof typeof notificationOutcomes]).optional(),
  reason: z.enum(exclusionReasons).optional(),
  languageId: languageSchema.optional(),
  /** A part of the name or the address. */
  search: z.string().trim().max(200).optional(),
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type ListRecipients = z.output<typeof listRecipientsQuery>

export const notificationSchema = z
  .object({
    id: idSchema,
    at: dateTimeSchema,
    type: z.enum(notificationTypes),
    /** A program's, such as a mail scanner's, and not the person's. */
    isMachine: z.boolean(),
    /** The address of a click. */
    url: z.string().nullable(),
    /** As that of a recipient. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'RecipientNotification' })

/** Who would get a message now; the same rows that the ledger will have. */
export const preflightSchema = z
  .object({
    recipientCount: z.int(),
    byLanguage: z.partialRecord(languageSchema, z.int()),
    excluded: z.partialRecord(z.enum(exclusionReasons), z.int()),
    /** Merge fields without a value and without a fallback, with the number of people. */
    missingValues: z.array(z.object({ expression: z.string(), count: z.int() })),
    /** Of an SMS: of all people together. */
    segments: z.int().nullable(),
  })
  .meta({ id: 'OutgoingMessagePreflight' })
export type Preflight = z.output<typeof preflightSchema>

export const preflightRowSchema = z.object({
  /** Null: a subscriber without a record, or hidden from the caller. */
  dataRecordId: idSchema.nullable(),
  dataCollectionId: idSchema.nullable(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  languageId: languageSchema,
  reason: z.enum(exclusionReasons).nullable(),
})

/** A mail or SMS as a person gets it. */
export const renderedSchema = z
  .object({
    languageId: languageSchema,
    subjectLine: z.string(),
    preheader: z.string(),
    /** Empty for an SMS. To be shown in a sandboxed frame. */
    html: z.string(),
    text: z.string(),
    to: z.string().nullable(),
    name: z.string().nullable(),
    /** Merge fields without a value and a fallback. */
    missing: z.array(z.string()),
    segments: z.int().nullable(),
  })
  .meta({ id: 'RenderedMessage' })
export type RenderedMessage = z.output<typeof renderedSchema>

export const statsSchema = z
  .object({
    counts: countsSchema,
    byLanguage: z.array(
      z.object({
        languageId: languageSchema,
        recipients: z.int(),
        delivered: z.int(),
        opened: z.int(),
        clicked: z.int(),
        bounced: z.int(),
        unsubscribed: z.int(),
      }),
    ),
    links: z.array(
      z.object({
        id: idSchema,
        url: z.string(),
        languageId: languageSchema,
        people: z.int(),
        clicks: z.int(),
        machines: z.int(),
      }),
    ),
    /** Opens and clicks of programs, which are in no other number. */
    machines: z.object({ opens: z.int(), clicks: z.int() }),
    /** People who opened and clicked, by hour since the first mail. */
    hours: z.array(z.object({ at: dateTimeSchema, opened: z.int(), clicked: z.int() })),
  })
  .meta({ id: 'OutgoingMessageStats' })
export type MessageStats = z.output<typeof statsSchema>

/** What happened to a message. */
export const historyEntrySchema = z.object({
  at: dateTimeSchema,
  by: person.nullable(),
  event: z.enum(messageEvents),
  from: z.enum(messageStatuses).nullable(),
  to: z.enum(messageStatuses).nullable(),
  detail: z.string().nullable(),
})

export const dashboardSchema = z
  .object({
    /** Messages by status. */
    statuses: z.partialRecord(z.enum(messageStatuses), z.int()),
    sending: z.array(
      listedMessageSchema.extend({ perMinute: z.number(), endsAt: dateTimeSchema.nullable() }),
    ),
    /** Those that the caller may approve. */
    awaitingApproval: z.array(listedMessageSchema),
    next: z.array(listedMessageSchema),
    recent: z.array(listedMessageSchema),
    /** Recipients of whom nobody knows whether they got a message. */
    inDoubt: z.int(),
    /** Over the last 30 days. */
    month: z.object({
      sent: z.int(),
      delivered: z.int(),
      opened: z.int(),
      clicked: z.int(),
      bounced: z.int(),
      complained: z.int(),
    }),
  })
  .meta({ id: 'OutgoingMessagesDashboard' })
export type MessagesDashboard = z.output<typeof dashboardSchema>
