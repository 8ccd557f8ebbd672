/** A message as one person gets it: before it is sent, as a test, and as it was sent. */
import { AppError } from '@muster/contract/errors'
import { allBlocks } from '@muster/contract/messages/design'
import type { MessageContent, RenderedMessage } from '@muster/contract/messages/messages.schema'
import type { Language } from '@muster/contract/paging'
import type { TeamUser } from '../../platform/http/context.ts'
import { escapeHtml } from '../../platform/http/html.ts'
import { testSubject } from '../auth/public.ts'
import { isAddress, normalAddress } from './audience/address.ts'
import { recordAsRecipient } from './audience/one-person.ts'
import { mailOf } from './mail-of.ts'
import { messageValues } from './message-values.ts'
import { contentsOf, type MessageRow } from './messages.repo.ts'
import { type MessageDeps, visibleMessage } from './messages.service.ts'
import { readableColumns, seenPeople } from './people.ts'
import { findRecipient } from './recipients.repo.ts'
import { compileContent, renderPlan, storedContent } from './rendering.ts'
import { checkMay } from './standing.ts'
import { getTemplate } from './templates.service.ts'

function contentIn(contents: readonly MessageContent[], language: Language): MessageContent {
  const content = contents.find(({ languageId }) => languageId === language)
  if (!content)
    throw new AppError('validation_failed', { errors: [{ path: 'languageId', code: 'unknown_choice' }] })
  return content
}

const hasLists = (content: MessageContent): boolean =>
  allBlocks(mailOf(content).design.blocks).some(({ type }) => type === 'view_list')

/** In place of the page of one person, whom only the mail itself lets decide what they receive. */
const nobodysPage = ({ config }: Pick<MessageDeps, 'config'>): string => `${config.publicUrl}/`

interface Preview {
  languageId: Language
  dataRecordId: number | null
}

/** With the values that the caller may read. @throws AppError not_found, validation_failed */
export async function previewMessage(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
  { languageId, dataRecordId }: Preview,
): Promise<RenderedMessage> {
  const message = await visibleMessage(deps.pool, teamUser, messageId)
  return previewOf(deps, teamUser, message, { languageId, dataRecordId })
}

async function previewOf(
  deps: MessageDeps,
  teamUser: TeamUser,
  message: MessageRow,
  { languageId, dataRecordId }: Preview,
): Promise<RenderedMessage> {
  const content = contentIn(await contentsOf(deps.pool, message.id), languageId)
  const model = await deps.models.get(teamUser.teamId)
  const person =
    dataRecordId === null
      ? null
      : await recordAsRecipient(deps, { model, caller: teamUser, message, content }, dataRecordId)
  const context = { model, caller: teamUser, method: message.deliveryMethodId }
  const { content: plan } = await compileContent(deps.pool, deps, context, content)
  const rendered = renderPlan(plan, {
    preheader: content.preheader,
    values: person?.values ?? {},
    shared: await messageValues(deps.pool, model, message.subjectId, languageId),
    page: nobodysPage(deps),
  })
  return { languageId, ...rendered, to: person?.address ?? null, name: person?.name ?? null }
}

/** @throws AppError not_found, validation_failed */
export async function previewTemplate(
  deps: MessageDeps,
  teamUser: TeamUser,
  templateId: number,
  languageId: Language,
): Promise<RenderedMessage> {
  const { contents, deliveryMethodId: method } = await getTemplate(deps, teamUser, templateId)
  const model = await deps.models.get(teamUser.teamId)
  const content = contentIn(contents, languageId)
  const { content: plan } = await compileContent(
    deps.pool,
    deps,
    { model, caller: teamUser, method },
    content,
  )
  const rendered = renderPlan(plan, {
    preheader: content.preheader,
    values: {},
    shared: await messageValues(deps.pool, model, null, languageId),
    page: nobodysPage(deps),
  })
  return { languageId, ...rendered, to: null, name: null }
}

/**
 * Sends a test by the product's own mail, marked as one; nothing of it is in the ledger. That of an SMS is a mail, too.
 *
 * @throws AppError not_found, access_denied, validation_failed, mail_refused
 */
export async function testSend(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
  { addresses, ...preview }: Preview & { addresses: readonly string[] },
): Promise<{ sent: number }> {
  const message = await visibleMessage(deps.pool, teamUser, messageId)
  checkMayTest(teamUser, message)
  const normal = addresses.map((address) => normalAddress('EMAIL', address))
  const errors = normal.flatMap((address, n) =>
    isAddress('EMAIL', address) ? [] : [{ path: `addresses.${n}`, code: 'not_an_email' } as const],
  )
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
  const { subjectLine, html, text } = await previewOf(deps, teamUser, message, preview)
  for (const to of normal) {
    const mail = {
      to,
      subject: testSubject(preview.languageId, subjectLine),
      html: html || `<pre>${escapeHtml(text)}</pre>`,
      text,
      language: preview.languageId,
    }
    await deps.mailer.send(mail).catch((error: unknown) => {
      throw new AppError('mail_refused', { cause: error })
    })
  }
  return { sent: normal.length }
}

/** Who may edit a message or send it may test it. */
function checkMayTest(teamUser: TeamUser, message: MessageRow): void {
  try {
    checkMay(teamUser, message, 'send')
  } catch {
    checkMay(teamUser, message, 'edit')
  }
}

/**
 * The mail or SMS as a recipient got it, made from what was stored when the message started, as far as the caller may read
 * it.
 *
 * @throws AppError not_found, also for a recipient whose record the caller may not see
 */
export async function recipientContent(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
  recipientId: number,
): Promise<RenderedMessage> {
  const message = await visibleMessage(deps.pool, teamUser, messageId)
  const model = await deps.models.get(teamUser.teamId)
  const found = await findRecipient(deps.pool, model, messageId, recipientId)
  if (!found) throw new AppError('not_found')
  const people = { model, caller: teamUser, method: message.deliveryMethodId, audience: message.audience }
  const seen = await seenPeople(deps.pool, people, [found])
  const person = found.recordId === null ? null : seen.get(found.recordId)
  if (person === undefined) throw new AppError('not_found')
  const languageId = found.languageId as Language
  const { recordId, homeId, values } = found
  // Of a field that the reader may not read, they see no more in a message than elsewhere.
  const columns =
    recordId === null || homeId === null
      ? Object.keys(values)
      : await readableColumns(deps.pool, people, { recordId, homeId }, Object.keys(values))
  const readable = Object.fromEntries(columns.map((column) => [column, values[column]]))
  const content = contentIn(await contentsOf(deps.pool, messageId), languageId)
  const context = { model, caller: teamUser, method: message.deliveryMethodId }
  // Lists of records were compiled with the owner's rights: another reader gets them with their own.
  const stored = hasLists(content) ? undefined : await storedContent(deps.pool, messageId, languageId)
  const { plan, shared } = stored ?? {
    plan: (await compileContent(deps.pool, deps, context, content)).content,
    shared: await messageValues(deps.pool, model, message.subjectId, languageId),
  }
  const page = nobodysPage(deps)
  const rendered = renderPlan(plan, { preheader: content.preheader, values: readable, shared, page })
  return {
    languageId,
    ...rendered,
    to: person === null || person.hasAddress ? found.address : null,
    name: person?.name ?? null,
  }
}
