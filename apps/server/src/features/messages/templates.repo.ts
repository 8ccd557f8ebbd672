/** SQL of message templates. Their contents are in `messages.repo.ts`, as those of messages. */
import type { MessageContent } from '@muster/contract/messages/messages.schema'
import type {
  CreateTemplate,
  MessageTemplate,
  TemplateStatus,
  UpdateTemplate,
} from '@muster/contract/messages/templates.api'
import { type Executor, join, one, rows, run, type Sql, sql, type Transaction } from '../../platform/db.ts'

export interface TemplateRow extends Omit<MessageTemplate, 'contents' | 'problems' | 'wizards'> {
  wasPublished: boolean
}

const columns = sql`t.id, t.internal_name as "internalName", t.internal_description as "internalDescription",
  t.delivery_method as "deliveryMethodId", t.used_for as "usedFor", t.status, t.was_published as "wasPublished",
  t.content_language as "contentLanguageId", t.version, t.created_at as "createdAt", t.updated_at as "updatedAt",
  array(select c.language from muster.message_template_content c where c.message_template_id = t.id
    order by c.language <> t.content_language, c.language) as languages`

export function findTemplate(
  executor: Executor,
  teamId: number,
  templateId: number,
): Promise<TemplateRow | undefined> {
  return one(
    executor,
    sql`select ${columns} from muster.message_template t where t.team_id = ${teamId} and t.id = ${templateId}`,
  )
}

/** Waits for others who change the template. */
export async function lockTemplate(
  client: Transaction,
  teamId: number,
  templateId: number,
): Promise<TemplateRow | undefined> {
  await run(
    client,
    sql`select from muster.message_template where team_id = ${teamId} and id = ${templateId} for no key update`,
  )
  return findTemplate(client, teamId, templateId)
}

export function listTemplateRows(
  executor: Executor,
  teamId: number,
  { status, deliveryMethodId }: { status: TemplateStatus; deliveryMethodId?: string | undefined },
): Promise<TemplateRow[]> {
  return rows(
    executor,
    sql`select ${columns} from muster.message_template t where t.team_id = ${teamId} and t.status = ${status}
          and (${deliveryMethodId ?? null}::text is null or t.delivery_method = ${deliveryMethodId ?? null})
        order by lower(t.internal_name), t.id`,
  )
}

export function templateContents(executor: Executor, templateId: number): Promise<MessageContent[]> {
  return rows(
    executor,
    sql`select c.language as "languageId", c.subject_line as "subjectLine", c.preheader, c.design,
          c.text_only as "textOnlyVersion", c.text_is_own as "isTextOwn"
        from muster.message_template_content c join muster.message_template t on t.id = c.message_template_id
        where c.message_template_id = ${templateId} order by c.language <> t.content_language, c.language`,
  )
}

export async function insertTemplate(
  client: Transaction,
  teamId: number,
  { internalName, internalDescription, deliveryMethodId, usedFor, contentLanguageId }: CreateTemplate,
): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.message_template (team_id, internal_name, internal_description, delivery_method, used_for,
          content_language)
        values (${teamId}, ${internalName}, ${internalDescription}, ${deliveryMethodId}, ${usedFor}, ${contentLanguageId})
        returning id`,
  )
  return row!.id
}

/** Changes what is named, and the version. */
export async function updateTemplateRow(
  client: Transaction,
  templateId: number,
  changes: Omit<UpdateTemplate, 'version'> & { status?: TemplateStatus },
): Promise<void> {
  const set: Record<keyof typeof changes, (value: string) => Sql> = {
    internalName: (value) => sql`internal_name = ${value}`,
    internalDescription: (value) => sql`internal_description = ${value}`,
    usedFor: (value) => sql`used_for = ${value}`,
    contentLanguageId: (value) => sql`content_language = ${value}`,
    status: (value) => sql`status = ${value}, was_published = was_published or ${value === 'PUBLISHED'}`,
  }
  const assignments = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => set[name as keyof typeof changes](value as string))
  await run(
    client,
    sql`update muster.message_template set ${join([...assignments, sql`version = version + 1, updated_at = now()`])}
        where id = ${templateId}`,
  )
}

export async function deleteTemplateRow(client: Transaction, templateId: number): Promise<void> {
  await run(client, sql`delete from muster.message_template where id = ${templateId}`)
}
