/** What people subscribe to, who must not be written to, and the pages where people decide that themselves. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  dateTimeSchema,
  idParam,
  idSchema,
  languageSchema,
  teamParams,
  translationsSchema,
} from '../paging.ts'
import { deliveryMethods, messageSectionPermissions } from './message-permissions.ts'
import { maxAddressLength, maxDescriptionLength, maxNameLength } from './messages.schema.ts'

export const subscriptionStates = ['pending', 'subscribed', 'unsubscribed'] as const

export const messageSubjectSchema = z
  .object({
    id: idSchema,
    /** In the team's default language, as subscribers read it. */
    externalName: z.string(),
    externalNameTranslations: translationsSchema,
    description: z.string(),
    descriptionTranslations: translationsSchema,
    /** Whether anybody may subscribe on the team's public page. */
    isPublic: z.boolean(),
    /** Whether a subscription counts only once it was confirmed by a link in a mail or the code of an SMS. */
    isDoubleOptIn: z.boolean(),
    subscribers: z.object({ EMAIL: z.int(), SMS: z.int() }),
    version: z.int(),
  })
  .meta({ id: 'MessageSubject' })
export type MessageSubject = z.output<typeof messageSubjectSchema>

const subjectDetails = {
  externalName: z.string().trim().min(1).max(maxNameLength),
  externalNameTranslations: translationsSchema,
  description: z.string().max(maxDescriptionLength),
  descriptionTranslations: translationsSchema,
  isPublic: z.boolean(),
  isDoubleOptIn: z.boolean(),
}
export const createSubjectBody = z.strictObject({
  ...subjectDetails,
  externalNameTranslations: translationsSchema.default({}),
  description: subjectDetails.description.default(''),
  descriptionTranslations: translationsSchema.default({}),
  isPublic: z.boolean().default(false),
  isDoubleOptIn: z.boolean().default(true),
})
export type CreateSubject = z.output<typeof createSubjectBody>
export const updateSubjectBody = z
  .strictObject(subjectDetails)
  .partial()
  .extend({ version: z.int().optional() })
export type UpdateSubject = z.output<typeof updateSubjectBody>

/** Addresses suppressed by one request. */
export const maxSuppressed = 2000

/** From where somebody knows that people want to be written to. */
export const maxSourceLength = 500

export const suppressionReasons = ['bounce', 'complaint', 'manual', 'stop'] as const
export const suppressionSchema = z
  .object({
    /** Identifies it without the address. */
    id: z.string(),
    deliveryMethodId: z.enum(deliveryMethods),
    /** Null: erased. */
    address: z.string().nullable(),
    reason: z.enum(suppressionReasons),
    since: dateTimeSchema,
    /** Null: for good. */
    until: dateTimeSchema.nullable(),
  })
  .meta({ id: 'MessageSuppression' })
export type Suppression = z.output<typeof suppressionSchema>

const subjects = '/teams/:teamId/messageSubjects' as const
const subjectParams = teamParams.extend({ subjectId: idParam })
const admin = 'team_admin_account_info'

export const consentApi = {
  subjects: endpoint({
    method: 'GET',
    path: subjects,
    access: messageSectionPermissions,
    reads: ['messageSubjects'],
    summary: 'Subjects with their subscribers',
    params: teamParams,
    response: z.object({ items: z.array(messageSubjectSchema) }),
  }),
  createSubject: endpoint({
    method: 'POST',
    path: subjects,
    access: admin,
    changes: ['messageSubjects'],
    summary: 'Add a subject',
    params: teamParams,
    body: createSubjectBody,
    response: messageSubjectSchema,
    errors: ['validation_failed', 'name_taken'],
  }),
  updateSubject: endpoint({
    method: 'PUT',
    path: `${subjects}/:subjectId`,
    access: admin,
    changes: ['messageSubjects'],
    summary: 'Change a subject',
    params: subjectParams,
    body: updateSubjectBody,
    response: messageSubjectSchema,
    errors: ['validation_failed', 'name_taken', 'version_conflict'],
  }),
  removeSubject: endpoint({
    method: 'DELETE',
    path: `${subjects}/:subjectId`,
    access: admin,
    changes: ['messageSubjects'],
    summary: 'Remove a subject that no draft or scheduled message has',
    params: subjectParams,
    response: z.object({ id: idSchema }),
    errors: ['in_use'],
  }),
  /** Consent that was given on paper or in another program. */
  subscribe: endpoint({
    method: 'POST',
    path: `${subjects}/:subjectId/subscriptions`,
    access: admin,
    changes: ['messageSubjects'],
    summary: 'Subscribe people of a collection, with the source of their consent',
    params: subjectParams,
    body: z.strictObject({
      deliveryMethodId: z.enum(deliveryMethods),
      dataCollectionId: idSchema,
      /** Absent: all that the caller may read. */
      dataRecordIds: z.array(idSchema).min(1).max(1000).optional(),
      source: z.string().trim().min(1).max(maxSourceLength),
    }),
    response: z.object({ subscribed: z.int(), skipped: z.int() }),
    errors: ['validation_failed'],
  }),
  suppressions: endpoint({
    method: 'GET',
    path: '/teams/:teamId/messageSuppressions',
    access: admin,
    reads: ['messageSuppressions'],
    summary: 'Addresses that get nothing, newest first',
    params: teamParams,
    query: z.object({
      deliveryMethodId: z.enum(deliveryMethods).optional(),
      reason: z.enum(suppressionReasons).optional(),
      /** A whole address. */
      search: z.string().trim().max(maxAddressLength).optional(),
      cursor: z.string().max(2000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.object({
      items: z.array(suppressionSchema),
      total: z.int(),
      nextCursor: z.string().nullable(),
    }),
    errors: ['cursor_invalid'],
  }),
  suppress: endpoint({
    method: 'POST',
    path: '/teams/:teamId/messageSuppressions',
    access: admin,
    changes: ['messageSuppressions'],
    summary: 'Suppress addresses, such as those of the list of another program',
    params: teamParams,
    body: z.strictObject({
      deliveryMethodId: z.enum(deliveryMethods),
      /** Those that are no addresses are listed in the answer. */
      addresses: z.array(z.string().trim().min(1).max(maxAddressLength)).min(1).max(maxSuppressed),
    }),
    response: z.object({ added: z.int(), invalid: z.array(z.string()) }),
  }),
  release: endpoint({
    method: 'DELETE',
    path: '/teams/:teamId/messageSuppressions/:suppressionId',
    access: admin,
    changes: ['messageSuppressions'],
    summary: 'Write to an address again',
    params: teamParams.extend({ suppressionId: z.string().regex(/^(EMAIL|SMS)-[0-9a-f]{64}$/) }),
    response: z.object({ id: z.string() }),
  }),
}

const perMinute = 60
/** A recipient's token: team, recipient and a MAC. */
const tokenParams = z.object({ token: z.string().regex(/^[\w-]{16,200}$/) })

/** What a person receives, on their own page. */
export const preferencesSchema = z
  .object({
    team: z.object({ name: z.string(), enumAppBrandId: z.int() }),
    languageId: languageSchema,
    deliveryMethodId: z.enum(deliveryMethods),
    /** With most letters hidden, such as `a…@example.org`. */
    address: z.string(),
    /** Whether they get nothing at all that they did not ask for. */
    isUnsubscribed: z.boolean(),
    subjects: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        description: z.string(),
        state: z.enum(subscriptionStates).nullable(),
      }),
    ),
  })
  .meta({ id: 'MessagePreferences' })
export type Preferences = z.output<typeof preferencesSchema>

/** Pages of people without a session. */
export const publicConsentApi = {
  preferences: endpoint({
    method: 'GET',
    path: '/public/messagePreferences/:token',
    access: 'public',
    reads: [],
    summary: 'What a person receives; reading it changes nothing',
    rateLimit: perMinute,
    params: tokenParams,
    response: preferencesSchema,
  }),
  savePreferences: endpoint({
    method: 'POST',
    path: '/public/messagePreferences/:token',
    access: 'public',
    changes: [],
    summary: 'Decide what to receive',
    rateLimit: perMinute,
    params: tokenParams,
    body: z.strictObject({
      /** Everything but answers to what the person does. */
      isUnsubscribed: z.boolean(),
      subscribedSubjectIds: z.array(idSchema).max(200),
    }),
    response: preferencesSchema,
  }),
  subscriptionPage: endpoint({
    method: 'GET',
    path: '/public/teams/:teamId/messageSubjects',
    access: 'public',
    reads: [],
    summary: 'What anybody may subscribe to',
    rateLimit: perMinute,
    params: teamParams,
    query: z.object({ language: languageSchema.optional() }),
    response: z.object({
      team: z.object({ name: z.string(), enumAppBrandId: z.int() }),
      languageId: languageSchema,
      languages: z.array(languageSchema),
      subjects: z.array(z.object({ id: idSchema, name: z.string(), description: z.string() })),
    }),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/public/teams/:teamId/messageSubscriptions',
    access: 'public',
    changes: [],
    summary:
      'Ask to be subscribed; a mail with a link to confirm follows, for known and unknown addresses alike',
    rateLimit: 10,
    params: teamParams,
    body: z.strictObject({
      email: z.string().trim().min(3).max(maxAddressLength),
      subjectIds: z.array(idSchema).min(1).max(50),
      languageId: languageSchema,
      /** The text that the person agreed to, as it was shown. */
      textShown: z.string().max(2000),
      proof: z.string().max(4000),
    }),
    response: z.object({ isAsked: z.literal(true) }),
    errors: ['validation_failed', 'proof_invalid'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/public/messageSubscriptions/confirm',
    access: 'public',
    changes: [],
    summary: 'Confirm a subscription with the token of the mail',
    rateLimit: perMinute,
    body: z.strictObject({ token: z.string().max(400) }),
    response: z.object({ preferencesToken: z.string() }),
    errors: ['link_expired'],
  }),
}
