/** What wizards send: each task fills one message for as long as its template says the same. */
import { AppError } from '@muster/contract/errors'
import { templateUses } from '@muster/contract/messages/templates.api'
import type { Language } from '@muster/contract/paging'
import type { NotSentReason } from '@muster/contract/wizards/runs.schema'
import { type Caller, type Deps, systemFor, type TeamModel } from '../../engine/public.ts'
import type { Executor, Transaction } from '../../platform/db.ts'
import { append } from './audience/audience.service.ts'
import { closeAutomatic, insertAutomatic, keepSender, openAutomatic } from './automatic.repo.ts'
import { countLater } from './events/note-event.ts'
import { contentsOf, copyContents, findMessage, teamSettings } from './messages.repo.ts'
import { compileContents } from './rendering.ts'
import { logSent } from './sender/progress.repo.ts'
import { senderForAutomatic } from './senders/senders.service.ts'
import { findTemplate, type TemplateRow, templateContents } from './templates.repo.ts'

type AutomaticDeps = Pick<Deps, 'config' | 'jobs'>

export interface AutomaticSend {
  wizardStepTaskId: number
  outgoingMessageTemplateId: number
  /** The records are of it. */
  dataCollectionId: number
  recordIds: readonly number[]
  /** Reads their addresses and the values of merge fields. */
  caller: Caller
  teamUserId: number | null
  /** Of those whose own language is not known. */
  language: Language
  /** Whether the task is gone: then its message gets nobody else. */
  isLast: boolean
  /** A UUID of the run, the same one each time: nobody gets its message twice. */
  cause: string
}

/**
 * Adds the records to the message of the task, in the transaction of the run: if that does not commit, nothing is sent.
 *
 * @returns how many people get it; nobody from a template that is not published
 */
export async function sendAutomatic(
  deps: AutomaticDeps,
  client: Transaction,
  model: TeamModel,
  send: AutomaticSend,
): Promise<{ people: number; notSent?: NotSentReason }> {
  const { teamId, schema } = model
  const template = await findTemplate(client, teamId, send.outgoingMessageTemplateId)
  if (template?.status !== 'PUBLISHED') return { people: 0, notSent: reasonOf(template) }
  if (send.recordIds.length === 0) return { people: 0 }
  const messageId = await messageFor(deps, client, model, send.wizardStepTaskId, template)
  const { dataCollectionId, recordIds, caller, language: fallbackLanguage, cause } = send
  const records = { kind: 'records' as const, dataCollectionId, dataRecordIds: [...recordIds] }
  const message = (await findMessage(client, teamId, messageId))!
  const audience = { ...message.audience, include: [records] }
  const contents = await contentsOf(client, messageId)
  const count = await append(
    deps,
    client,
    { messageId, cause },
    { message: { ...message, audience }, contents, model, caller, fallbackLanguage },
  ).catch(nobodyIfHidden)
  if (count > 0) await logSent(client, schema, { messageId, ownedBy: send.teamUserId, cause })
  await countLater(deps.jobs, client, teamId, messageId)
  if (send.isLast) await closeAutomatic(client, messageId)
  return { people: count }
}

/** Why wizards would not send from the template; undefined if they would. */
export async function whyNotSent(
  executor: Executor,
  teamId: number,
  templateId: number,
): Promise<NotSentReason | undefined> {
  const template = await findTemplate(executor, teamId, templateId)
  return template?.status === 'PUBLISHED' ? undefined : reasonOf(template)
}

const reasonOf = (template: TemplateRow | undefined): NotSentReason =>
  template?.status === 'DRAFT' ? 'template_draft' : 'template_archived'

/** A run does not fail because its person may not read the records, or because they are no people any more. */
function nobodyIfHidden(error: unknown): number {
  if (error instanceof AppError) return 0
  throw error
}

/** The message that the task fills, a new one if the template says something else now. */
async function messageFor(
  { config }: AutomaticDeps,
  client: Transaction,
  model: TeamModel,
  wizardStepTaskId: number,
  template: TemplateRow,
): Promise<number> {
  const { teamId } = model
  const [contentTypeId] = templateUses[template.usedFor]
  const key = { wizardStepTaskId, templateId: template.id }
  const senderFor = () => senderForAutomatic(client, config, teamId, template.deliveryMethodId)
  const open = await openAutomatic(client, teamId, key)
  if (open) {
    const said = {
      contents: await contentsOf(client, open.id),
      type: open.contentTypeId,
      language: open.contentLanguageId,
    }
    const says = {
      contents: await templateContents(client, template.id),
      type: contentTypeId,
      language: template.contentLanguageId,
    }
    if (JSON.stringify(said) === JSON.stringify(says)) {
      await keepSender(client, open.id, senderFor)
      return open.id
    }
    await closeAutomatic(client, open.id)
  }
  const { tracksOpens, tracksClicks } = await teamSettings(client, teamId)
  const own = { teamId, wizardStepTaskId, template, contentTypeId, tracksOpens, tracksClicks }
  const id = await insertAutomatic(client, { ...own, senderId: await senderFor() })
  // Another run was faster.
  if (id === undefined) return (await openAutomatic(client, teamId, key))!.id
  await copyContents(
    client,
    { table: 'message_template_content', id: template.id },
    { table: 'outgoing_message_content', id },
  )
  const message = (await findMessage(client, teamId, id))!
  const contents = await contentsOf(client, id)
  // Nobody's rights: what one person's run may read must not be in the mails of another's, so that lists are empty.
  await compileContents({ config }, client, { message, contents, model, caller: systemFor(0, []) })
  return id
}
