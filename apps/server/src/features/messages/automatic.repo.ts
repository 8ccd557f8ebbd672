/** SQL of messages that the runs of wizards fill: one for each task and content. */
import { type Executor, one, run, sql, type Transaction } from '../../platform/db.ts'
import type { TemplateRow } from './templates.repo.ts'

/**
 * The message that the task fills now. It stays as it is until the transaction ends: nobody closes it while recipients are
 * being added.
 */
export function openAutomatic(
  client: Transaction,
  teamId: number,
  { wizardStepTaskId, templateId }: { wizardStepTaskId: number; templateId: number },
): Promise<{ id: number; contentTypeId: string; contentLanguageId: string } | undefined> {
  return one(
    client,
    sql`select id, content_type as "contentTypeId", content_language as "contentLanguageId"
        from muster.outgoing_message
        where team_id = ${teamId} and wizard_step_task_id = ${wizardStepTaskId} and message_template_id = ${templateId}
          and is_automatic and deleted_at is null and status <> 'ARCHIVED'
        for share`,
  )
}

/** It gets no more recipients, and ends when those who wait have been sent to. */
export async function closeAutomatic(client: Transaction, messageId: number): Promise<void> {
  await run(
    client,
    sql`update muster.outgoing_message set wizard_step_task_id = null where id = ${messageId} and is_automatic`,
  )
}

/**
 * Closes the messages that tasks fill, as `closeAutomatic`.
 *
 * @param butOf those of this template stay open
 */
export async function closeAutomaticOf(
  client: Transaction,
  teamId: number,
  wizardStepTaskIds: readonly number[],
  { butOf = null }: { butOf?: number | null } = {},
): Promise<void> {
  await run(
    client,
    sql`update muster.outgoing_message set wizard_step_task_id = null
        where team_id = ${teamId} and wizard_step_task_id = any(${wizardStepTaskIds}::bigint[]) and is_automatic
          and message_template_id is distinct from ${butOf}::bigint`,
  )
}

export interface NewAutomatic {
  teamId: number
  wizardStepTaskId: number
  template: TemplateRow
  contentTypeId: string
  senderId: number | null
  tracksOpens: boolean
  tracksClicks: boolean
}

/** @returns its id; undefined if another run has added one at the same moment */
export async function insertAutomatic(
  client: Transaction,
  { teamId, wizardStepTaskId, template, contentTypeId, senderId, tracksOpens, tracksClicks }: NewAutomatic,
): Promise<number | undefined> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.outgoing_message (team_id, internal_name, internal_description, delivery_method, content_type,
          content_language, sender_id, message_template_id, is_automatic, wizard_step_task_id, status, started_at,
          frozen_at, tracks_opens, tracks_clicks)
        values (${teamId}, ${template.internalName}, ${template.internalDescription}, ${template.deliveryMethodId},
          ${contentTypeId}, ${template.contentLanguageId}, ${senderId}, ${template.id}, true, ${wizardStepTaskId},
          'SENDING', now(), now(), ${tracksOpens}, ${tracksClicks})
        on conflict (wizard_step_task_id, message_template_id)
          where is_automatic and deleted_at is null and status <> 'ARCHIVED' do nothing
        returning id`,
  )
  if (!row) return undefined
  await run(
    client,
    sql`insert into muster.outgoing_message_event (outgoing_message_id, n, event, to_status)
        values (${row.id}, 1, 'start', 'SENDING')`,
  )
  return row.id
}

/** Gives a message whose sender was removed another one. */
export async function keepSender(
  client: Transaction,
  messageId: number,
  senderFor: () => Promise<number | null>,
): Promise<void> {
  if (await hasSender(client, messageId)) return
  const senderId = await senderFor()
  await run(client, sql`update muster.outgoing_message set sender_id = ${senderId} where id = ${messageId}`)
}

async function hasSender(executor: Executor, messageId: number): Promise<boolean> {
  const row = await one(
    executor,
    sql`select 1 from muster.outgoing_message m join muster.message_sender s on s.id = m.sender_id
        where m.id = ${messageId} and s.deleted_at is null`,
  )
  return row !== undefined
}
