/** Templates of outgoing messages. */
import { z } from 'zod'
import { largeBodyLimit } from '../body-limits.ts'
import { endpoint } from '../endpoint.ts'
import { dateTimeSchema, idParam, idSchema, languageSchema, teamParams } from '../paging.ts'
import { deliveryMethods, messageSectionPermissions } from './message-permissions.ts'
import {
  type ContentType,
  contentSchema,
  maxDescriptionLength,
  maxNameLength,
  messageProblemSchema,
  renderedSchema,
  saveContentBody,
} from './messages.schema.ts'

export const templateStatuses = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const
export type TemplateStatus = (typeof templateStatuses)[number]

/** What a template is used for (spec section 3), and the content types of messages that may start from it. */
export const templateUses = {
  marketing_and_participation: ['MARKETING', 'PARTICIPATION'],
  marketing_only: ['MARKETING'],
  participation_only: ['PARTICIPATION'],
  transactional_only: ['TRANSACTIONAL'],
} as const satisfies Record<string, readonly ContentType[]>
export type TemplateUse = keyof typeof templateUses
const uses = Object.keys(templateUses) as [TemplateUse]

export const listedTemplateSchema = z
  .object({
    id: idSchema,
    internalName: z.string(),
    internalDescription: z.string(),
    deliveryMethodId: z.enum(deliveryMethods),
    usedFor: z.enum(uses),
    status: z.enum(templateStatuses),
    languages: z.array(languageSchema),
    createdAt: dateTimeSchema,
    updatedAt: dateTimeSchema,
  })
  .meta({ id: 'ListedOutgoingMessageTemplate' })
export type ListedTemplate = z.output<typeof listedTemplateSchema>

export const templateSchema = listedTemplateSchema
  .extend({
    contentLanguageId: languageSchema,
    contents: z.array(contentSchema),
    problems: z.array(messageProblemSchema),
    /** Wizards whose tasks send it. */
    wizards: z.array(z.object({ dataWizardId: idSchema, name: z.string() })),
    version: z.int(),
  })
  .meta({ id: 'OutgoingMessageTemplate' })
export type MessageTemplate = z.output<typeof templateSchema>

const details = {
  internalName: z.string().trim().min(1).max(maxNameLength),
  internalDescription: z.string().max(maxDescriptionLength),
  usedFor: z.enum(uses),
}

export const createTemplateBody = z.strictObject({
  ...details,
  internalDescription: details.internalDescription.default(''),
  deliveryMethodId: z.enum(deliveryMethods),
  contentLanguageId: languageSchema,
  /** Copy the contents of one of these; absent: start from scratch. */
  copyOfOutgoingMessageTemplateId: idSchema.optional(),
  fromOutgoingMessageId: idSchema.optional(),
})
export type CreateTemplate = z.output<typeof createTemplateBody>
export const updateTemplateBody = z
  .strictObject({ ...details, contentLanguageId: languageSchema })
  .partial()
  .extend({ version: z.int().optional() })
export type UpdateTemplate = z.output<typeof updateTemplateBody>

const access = 'outgoing_messages_templates'
const templates = '/teams/:teamId/outgoingMessageTemplates' as const
const template = `${templates}/:outgoingMessageTemplateId` as const
const params = teamParams.extend({ outgoingMessageTemplateId: idParam })
const contentParams = params.extend({ languageId: languageSchema })

const move = <const P extends string>(name: P, summary: string) =>
  endpoint({
    method: 'POST',
    path: `${template}/${name}`,
    access,
    changes: ['messageTemplates'],
    summary,
    params,
    response: templateSchema,
    errors: ['message_status', 'message_problems', 'in_use'],
  })

export const messageTemplatesApi = {
  list: endpoint({
    method: 'GET',
    path: templates,
    // Everyone who writes messages chooses among the published ones.
    access: messageSectionPermissions,
    reads: ['messageTemplates'],
    summary: 'Templates by name; without the permission for templates only published ones',
    params: teamParams,
    query: z.object({
      status: z.enum(templateStatuses).default('PUBLISHED'),
      deliveryMethodId: z.enum(deliveryMethods).optional(),
    }),
    response: z.object({ items: z.array(listedTemplateSchema) }),
  }),
  get: endpoint({
    method: 'GET',
    path: template,
    access: messageSectionPermissions,
    reads: ['messageTemplates'],
    summary: 'A template with its contents',
    params,
    response: templateSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: templates,
    access,
    changes: ['messageTemplates'],
    summary: 'Create a draft of a template',
    params: teamParams,
    body: createTemplateBody,
    response: templateSchema,
    errors: ['validation_failed', 'name_taken'],
  }),
  update: endpoint({
    method: 'PUT',
    path: template,
    access,
    changes: ['messageTemplates'],
    summary: 'Change the settings named in the body',
    params,
    body: updateTemplateBody,
    response: templateSchema,
    errors: ['validation_failed', 'name_taken', 'version_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: template,
    access,
    changes: ['messageTemplates'],
    summary: 'Delete a template that was never published',
    params,
    response: z.object({ id: idSchema }),
    errors: ['message_status', 'in_use'],
  }),
  saveContent: endpoint({
    method: 'PUT',
    path: `${template}/contents/:languageId`,
    access,
    changes: ['messageTemplates'],
    summary: 'Save what the template says in one language',
    params: contentParams,
    body: saveContentBody,
    bodyLimit: largeBodyLimit,
    response: templateSchema,
    errors: ['validation_failed', 'version_conflict'],
  }),
  removeContent: endpoint({
    method: 'DELETE',
    path: `${template}/contents/:languageId`,
    access,
    changes: ['messageTemplates'],
    summary: 'Remove a language of a template',
    params: contentParams,
    response: templateSchema,
    errors: ['validation_failed'],
  }),
  preview: endpoint({
    method: 'POST',
    path: `${template}/preview`,
    access: messageSectionPermissions,
    isRead: true,
    reads: ['messageTemplates'],
    summary: 'The template with its fallbacks',
    params,
    body: z.strictObject({ languageId: languageSchema }),
    response: renderedSchema,
  }),
  publish: move('publish', 'Offer a template for messages and wizards'),
  unpublish: move('unpublish', 'Make a published template a draft'),
  archive: move('archive', 'Archive a template'),
  unarchive: move('unarchive', 'Take a template out of the archive'),
}
