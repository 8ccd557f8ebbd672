/** Compiles what a message says, and renders it for one person. */

import { AppError } from '@muster/contract/errors'
import { exportBody } from '@muster/contract/exports/exports.api'
import { allBlocks, type MailContent } from '@muster/contract/messages/design'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type { MessageContent, RenderedMessage } from '@muster/contract/messages/messages.schema'
import { measureSms } from '@muster/contract/messages/sms'
import type { Language } from '@muster/contract/paging'
import { selectionOf } from '../../engine/public.sql.ts'
import { type Caller, scopeOf, type TeamModel, treeContext } from '../../engine/public.ts'
import type { Config } from '../../platform/config.ts'
import { type Executor, ident, one, queryText, run, sql, type Transaction } from '../../platform/db.ts'
import { statementOf } from '../exports/public.ts'
import type { AudienceOf } from './audience/audience.service.ts'
import { type Compiled, compileMail, compileSms } from './content/compile.ts'
import type { ViewList } from './content/layout-parts.ts'
import { type MergeData, parseLiquid, renderLiquid } from './content/liquid.ts'
import { type CompiledContent, planVersion } from './content/plan.ts'
import {
  missingValues,
  type PreparedContent,
  prepareContent,
  renderContent as spliced,
  valuesFor,
} from './content/render.ts'
import { mailOf } from './mail-of.ts'
import { type MessageValues, messageValues } from './message-values.ts'
import type { MessageRow } from './messages.repo.ts'
import { pictureUrl } from './pictures/picture-token.ts'
import { picturesIn } from './pictures/pictures.service.ts'

interface RenderDeps {
  config: Pick<Config, 'publicUrl' | 'secret'>
}

/** Whose data the lists in a mail are of. */
export interface CompileContext {
  model: TeamModel
  caller: Caller
  method: DeliveryMethod
}

export type Rendered = Pick<
  RenderedMessage,
  'subjectLine' | 'preheader' | 'html' | 'text' | 'missing' | 'segments'
>

export async function compileContent(
  executor: Executor,
  { config }: RenderDeps,
  context: CompileContext,
  content: MessageContent,
): Promise<Compiled> {
  if (context.method === 'SMS') return compileSms(content.textOnlyVersion, content.languageId)
  const mail = mailOf(content)
  const { model } = context
  const pictures = await picturesIn(executor, model, [content])
  return compileMail(mail, {
    language: content.languageId,
    imageUrl(source) {
      if (source.kind === 'url') return source.url
      return pictures.has(source.fileId)
        ? pictureUrl(config, { teamId: model.teamId, fileId: source.fileId })
        : null
    },
    lists: await listsOf(executor, config.publicUrl, context, mail, content.languageId),
  })
}

/** The records of the views that a mail lists, as the message's owner reads them. */
async function listsOf(
  executor: Executor,
  publicUrl: string,
  { model, caller }: CompileContext,
  { design }: MailContent,
  language: Language,
): Promise<Map<string, ViewList>> {
  const lists = new Map<string, ViewList>()
  for (const block of allBlocks(design.blocks)) {
    if (block.type !== 'view_list') continue
    const { dataViewId, dataFieldIds, rowCount } = block.settings
    const view = dataViewId === null ? undefined : model.views.get(dataViewId)
    const fields = dataFieldIds.flatMap((id) => model.fields.get(id)?.columnName ?? [])
    if (fields.length === 0 || !view || (view.sharing === 'personal' && view.ownedBy !== caller.teamUserId))
      continue
    try {
      const scope = scopeOf(treeContext({ model, caller }, view.dataCollectionId))
      const { filter, sort } = view
      const selection = selectionOf(scope, {
        filter: filter ?? undefined,
        search: undefined,
        sort,
        deleted: false,
      })
      const options = exportBody.parse({
        dataCollectionId: view.dataCollectionId,
        format: 'xlsx',
        language,
        texts: 'local',
        fields,
      })
      const { columns, rows } = statementOf(
        selection,
        `${publicUrl}/api/teams/${model.teamId}/files/`,
        options,
      )
      const found = await queryText(executor, sql`${rows} limit ${rowCount}`, false)
      lists.set(block.id, {
        titles: columns.map(({ header }) => header),
        rows: found.map((cells) => ({
          cells: cells.map((cell, n) => (cell === null ? '' : (columns[n]?.finish?.(cell) ?? cell))),
          url: null,
        })),
      })
    } catch (error) {
      // The owner may no longer read the view: the list is empty.
      if (!(error instanceof AppError)) throw error
    }
  }
  return lists
}

/** Stores the plans from which the mails of a message that starts are spliced, and where their links lead. */
export async function compileContents(
  deps: RenderDeps,
  client: Transaction,
  { message, contents, model, caller }: AudienceOf & { message: MessageRow },
): Promise<void> {
  const links = ident(model.schema, 'message_link')
  const context = { model, caller, method: message.deliveryMethodId }
  for (const content of contents) {
    const { languageId } = content
    const { content: plan } = await compileContent(client, deps, context, content)
    const shared = await messageValues(client, model, message.subjectId, languageId)
    const stored: StoredContent = { plan, shared }
    await run(
      client,
      sql`update muster.outgoing_message_content set compiled = ${JSON.stringify(stored)}::jsonb
          where outgoing_message_id = ${message.id} and language = ${languageId}`,
    )
    // Links keep their ids when a later version compiles the contents again.
    await run(
      client,
      sql`insert into ${links} (message_id, language, position, url)
          select ${message.id}::bigint, ${languageId}::text, (l ->> 'position')::int, l ->> 'url'
          from jsonb_array_elements(${JSON.stringify(plan.links)}::jsonb) l
          on conflict (message_id, language, position) do update set url = excluded.url`,
    )
  }
}

/** What the mails in one language of a message that has started are made of: nothing that is changed later is in them. */
export interface StoredContent {
  plan: CompiledContent
  shared: MessageValues
}

/** As stored when the message started; undefined before, and for one of an earlier version. */
export async function storedContent(
  executor: Executor,
  messageId: number,
  language: string,
): Promise<StoredContent | undefined> {
  const row = await one<{ compiled: StoredContent | null }>(
    executor,
    sql`select compiled from muster.outgoing_message_content
        where outgoing_message_id = ${messageId} and language = ${language}`,
  )
  return row?.compiled?.plan?.version === planVersion ? row.compiled : undefined
}

/** The values of all merge fields of one person. @param page where they decide what they receive */
export function mergeData(
  field: Record<string, unknown>,
  { teamName, postalAddress, subject }: MessageValues,
  page: string,
): MergeData {
  return {
    field,
    subject: { name: subject, subscribe_url: page, unsubscribe_url: page },
    system: {
      team_name: teamName,
      team_address: postalAddress,
      unsubscribe_url: page,
      preferences_url: page,
    },
  }
}

interface Reading {
  preheader: string
  /** Of the person's record. */
  values: Record<string, unknown>
  shared: MessageValues
  /** What a reader who is not the recipient gets for the links by which the recipient leaves. */
  page: string
}

/** What one person gets, as somebody else reads it: nothing in it is counted or belongs to the person alone. */
export function renderPlan(plan: CompiledContent, reading: Reading): Rendered {
  return renderPrepared(prepareContent(plan), reading)
}

/** As `renderPlan`, of a content that is read for many people. */
export function renderPrepared(
  prepared: PreparedContent,
  { preheader, values, shared, page }: Reading,
): Rendered {
  const data = mergeData(values, shared, page)
  const { timeZone } = shared
  const { content: plan } = prepared
  const { subject, html, text } = spliced(prepared, valuesFor(prepared, data, timeZone))
  return {
    subjectLine: subject,
    preheader: renderLine(preheader, data, plan.language, timeZone),
    html: html ?? '',
    text,
    missing: missingValues(plan, data),
    segments: html === null ? measureSms(text).segments : null,
  }
}

/** As it was written, where its Liquid cannot be read. */
function renderLine(text: string, data: MergeData, language: Language, timeZone: string): string {
  try {
    return renderLiquid(parseLiquid(text), data, { language, timeZone })
  } catch {
    return text
  }
}
