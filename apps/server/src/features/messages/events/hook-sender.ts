/** The sender to which a provider's callback belongs. */
import { AppError } from '@muster/contract/errors'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import {
  type SenderSettings,
  senderSettingsSchema,
  type TransportName,
} from '@muster/contract/messages/senders.api'
import { type Executor, one, run, sql } from '../../../platform/db.ts'
import { hookKeyHash } from '../senders/hook-key.ts'

export interface HookSender {
  id: number
  teamId: number
  deliveryMethod: DeliveryMethod
  transport: TransportName
  settings: SenderSettings
  /** Encrypted. */
  secret: string | null
  topicArn: string | null
  /** Whether an administrator waits for the confirmation of a topic. */
  awaitsTopic: boolean
}

/** @throws AppError not_found for an unknown key, and for one of another transport */
export async function senderOfHook(
  executor: Executor,
  key: string,
  transport: TransportName,
): Promise<HookSender> {
  const sender = await one<HookSender>(
    executor,
    sql`select s.id, s.team_id as "teamId", s.delivery_method as "deliveryMethod", s.transport, s.settings, s.secret,
          s.topic_arn as "topicArn", coalesce(s.awaits_topic_until > now(), false) as "awaitsTopic"
        from muster.message_sender s
          join muster.team t on t.id = s.team_id and t.deleted_at is null
        where s.hook_key_hash = ${hookKeyHash(key)} and s.transport = ${transport} and s.deleted_at is null`,
  )
  if (!sender) throw new AppError('not_found')
  return { ...sender, settings: senderSettingsSchema.parse(sender.settings) }
}

/** Keeps the topic of a sender that waits for one. @returns whether the topic is the sender's now */
export async function keepTopic(executor: Executor, senderId: number, topicArn: string): Promise<boolean> {
  const kept = await run(
    executor,
    sql`update muster.message_sender set topic_arn = ${topicArn}, awaits_topic_until = null
        where id = ${senderId} and deleted_at is null
          and (topic_arn = ${topicArn} or topic_arn is null and awaits_topic_until > now())`,
  )
  return kept > 0
}
