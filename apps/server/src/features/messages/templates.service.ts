/** Templates of messages: written by those with the permission, offered to all who write messages. */
import { AppError } from '@muster/contract/errors'
import type { MessageProblem, SaveContent } from '@muster/contract/messages/messages.schema'
import type {
  CreateTemplate,
  ListedTemplate,
  MessageTemplate,
  TemplateStatus,
  UpdateTemplate,
} from '@muster/contract/messages/templates.api'
import { templateUses } from '@muster/contract/messages/templates.api'
import type { Language } from '@muster/contract/paging'
import { hasPermission } from '@muster/contract/roles/permissions'
import type { TeamModel } from '../../engine/public.ts'
import { type Executor, type Transaction, transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { copyContents, deleteContentRow, saveContentRow } from './messages.repo.ts'
import { type MessageDeps, visibleMessage } from './messages.service.ts'
import { picturesIn } from './pictures/pictures.service.ts'
import { contentProblems } from './problems.ts'
import {
  deleteTemplateRow,
  findTemplate,
  insertTemplate,
  listTemplateRows,
  lockTemplate,
  type TemplateRow,
  templateContents,
  updateTemplateRow,
} from './templates.repo.ts'

const mayDesign = (teamUser: TeamUser): boolean => hasPermission(teamUser, 'outgoing_messages_templates')

/** Without the permission for templates only published ones, whatever is asked for. */
export async function listTemplates(
  { pool }: MessageDeps,
  teamUser: TeamUser,
  { status, deliveryMethodId }: { status: TemplateStatus; deliveryMethodId?: 'EMAIL' | 'SMS' | undefined },
): Promise<ListedTemplate[]> {
  if (status !== 'PUBLISHED' && !mayDesign(teamUser)) return []
  const found = await listTemplateRows(pool, teamUser.teamId, { status, deliveryMethodId })
  return found.map(
    ({ wasPublished: _was, contentLanguageId: _language, version: _version, ...listed }) => listed,
  )
}

/** @throws AppError not_found, also for an unpublished one without the permission for templates */
export async function getTemplate(
  { pool, models }: Pick<MessageDeps, 'pool' | 'models'>,
  teamUser: TeamUser,
  templateId: number,
): Promise<MessageTemplate> {
  const found = await findTemplate(pool, teamUser.teamId, templateId)
  if (!found || (found.status !== 'PUBLISHED' && !mayDesign(teamUser))) throw new AppError('not_found')
  const contents = await templateContents(pool, templateId)
  const { wasPublished: _was, ...template } = found
  const problems = await problemsOf(pool, await models.get(teamUser.teamId), found, contents)
  return { ...template, contents, problems, wizards: [] }
}

async function problemsOf(
  executor: Executor,
  model: TeamModel,
  template: TemplateRow,
  contents: MessageTemplate['contents'],
): Promise<MessageProblem[]> {
  const [contentType] = templateUses[template.usedFor]
  const pictures = await picturesIn(executor, model, contents)
  return contentProblems(model, template.deliveryMethodId, contentType, contents, pictures)
}

/** @throws AppError name_taken, not_found for what is to be copied */
export async function createTemplate(
  deps: MessageDeps,
  teamUser: TeamUser,
  body: CreateTemplate,
): Promise<MessageTemplate> {
  const { teamId } = teamUser
  const id = await transaction(deps.pool, async (client) => {
    const templateId = await insertTemplate(client, teamId, body)
    const to = { table: 'message_template_content', id: templateId } as const
    const source = await sourceOf(client, teamUser, body)
    if (source) await copyContents(client, source, to)
    await saveContentRow(client, to.table, templateId, body.contentLanguageId, {})
    return templateId
  })
  return getTemplate(deps, teamUser, id)
}

async function sourceOf(
  client: Transaction,
  teamUser: TeamUser,
  {
    copyOfOutgoingMessageTemplateId: templateId,
    fromOutgoingMessageId: messageId,
    deliveryMethodId,
  }: CreateTemplate,
) {
  const source = templateId
    ? await findTemplate(client, teamUser.teamId, templateId)
    : messageId
      ? await visibleMessage(client, teamUser, messageId)
      : null
  if (source === null) return null
  if (source?.deliveryMethodId !== deliveryMethodId) throw new AppError('not_found')
  return {
    table: templateId ? 'message_template_content' : 'outgoing_message_content',
    id: source.id,
  } as const
}

/** Runs a change of a template that is not archived. */
async function change(
  deps: MessageDeps,
  teamUser: TeamUser,
  { templateId, version }: { templateId: number; version?: number | undefined },
  work: (client: Transaction, template: TemplateRow) => Promise<Parameters<typeof updateTemplateRow>[2]>,
): Promise<MessageTemplate> {
  await transaction(deps.pool, async (client) => {
    const template = await lockTemplate(client, teamUser.teamId, templateId)
    if (!template) throw new AppError('not_found')
    if (version !== undefined && template.version !== version) throw new AppError('version_conflict')
    await updateTemplateRow(client, templateId, await work(client, template))
  })
  return getTemplate(deps, teamUser, templateId)
}

/** @throws AppError not_found, name_taken, version_conflict */
export function updateTemplate(
  deps: MessageDeps,
  teamUser: TeamUser,
  templateId: number,
  { version, ...changes }: UpdateTemplate,
): Promise<MessageTemplate> {
  return change(deps, teamUser, { templateId, version }, async (client) => {
    if (changes.contentLanguageId)
      await saveContentRow(client, 'message_template_content', templateId, changes.contentLanguageId, {})
    return changes
  })
}

/** @throws AppError not_found, version_conflict */
export function saveTemplateContent(
  deps: MessageDeps,
  teamUser: TeamUser,
  templateId: number,
  language: Language,
  { version, ...content }: SaveContent,
): Promise<MessageTemplate> {
  return change(deps, teamUser, { templateId, version }, async (client) => {
    await saveContentRow(client, 'message_template_content', templateId, language, content)
    return {}
  })
}

/** @throws AppError not_found, validation_failed for the first language */
export function removeTemplateContent(
  deps: MessageDeps,
  teamUser: TeamUser,
  templateId: number,
  language: Language,
): Promise<MessageTemplate> {
  return change(deps, teamUser, { templateId }, async (client, { contentLanguageId }) => {
    if (contentLanguageId === language)
      throw new AppError('validation_failed', { errors: [{ path: 'languageId', code: 'required' }] })
    if ((await deleteContentRow(client, 'message_template_content', templateId, language)) === 0)
      throw new AppError('not_found')
    return {}
  })
}

export type TemplateMove = 'publish' | 'unpublish' | 'archive' | 'unarchive'

/** The statuses of templates: from, and to. */
const templateMoves: Record<TemplateMove, { from: readonly TemplateStatus[]; to: TemplateStatus }> = {
  publish: { from: ['DRAFT'], to: 'PUBLISHED' },
  unpublish: { from: ['PUBLISHED'], to: 'DRAFT' },
  archive: { from: ['DRAFT', 'PUBLISHED'], to: 'ARCHIVED' },
  unarchive: { from: ['ARCHIVED'], to: 'DRAFT' },
}

/** @throws AppError not_found, message_status, message_problems when what is to be published has some, name_taken */
export async function moveTemplate(
  deps: MessageDeps,
  teamUser: TeamUser,
  templateId: number,
  move: TemplateMove,
): Promise<MessageTemplate> {
  const model = await deps.models.get(teamUser.teamId)
  return change(deps, teamUser, { templateId }, async (client, template) => {
    const { from, to } = templateMoves[move]
    if (!from.includes(template.status))
      throw new AppError('message_status', { params: { status: template.status } })
    if (move === 'publish') {
      const problems = await problemsOf(client, model, template, await templateContents(client, templateId))
      if (problems.some(({ isBlocking }) => isBlocking))
        throw new AppError('message_problems', { params: { codes: problems.map(({ code }) => code).join() } })
    }
    return { status: to }
  })
}

/** @throws AppError not_found, message_status if it was ever published: it can be archived */
export async function removeTemplate(
  deps: MessageDeps,
  teamUser: TeamUser,
  templateId: number,
): Promise<void> {
  await transaction(deps.pool, async (client) => {
    const template = await lockTemplate(client, teamUser.teamId, templateId)
    if (!template) throw new AppError('not_found')
    if (template.wasPublished) throw new AppError('message_status', { params: { status: template.status } })
    await deleteTemplateRow(client, templateId)
  })
}
