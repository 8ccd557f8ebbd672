/** Who may do what to outgoing messages (spec section 6): the one table for both sides. */
import { type FeaturePermission, hasPermission, type TeamStanding } from '../roles/permissions.ts'
import type { MessageStatus } from './messages.machine.ts'

export const deliveryMethods = ['EMAIL', 'SMS'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]

/**
 * `send` covers scheduling, sending, pausing and what follows a send. `approve` includes asking for changes. Archiving is
 * an edit.
 */
export const messageActs = ['view', 'edit', 'send', 'approve'] as const
export type MessageAct = (typeof messageActs)[number]

type Needed = Readonly<Record<MessageAct, readonly FeaturePermission[]>>

/** One of the permissions is enough. Nobody approves their own message. */
const tables: Record<DeliveryMethod, { own: Needed; others: Needed }> = {
  EMAIL: {
    own: {
      view: ['outgoing_messages_user_emails', 'outgoing_messages_user_send_emails'],
      edit: ['outgoing_messages_user_emails'],
      send: ['outgoing_messages_user_send_emails'],
      approve: [],
    },
    others: {
      view: [
        'outgoing_messages_other_users_emails',
        'outgoing_messages_other_users_send_emails',
        'outgoing_messages_approval_emails',
      ],
      edit: ['outgoing_messages_other_users_emails'],
      send: ['outgoing_messages_other_users_send_emails'],
      approve: ['outgoing_messages_approval_emails'],
    },
  },
  SMS: {
    own: {
      view: ['outgoing_messages_user_sms', 'outgoing_messages_user_send_sms'],
      edit: ['outgoing_messages_user_sms'],
      send: ['outgoing_messages_user_send_sms'],
      approve: [],
    },
    others: {
      view: [
        'outgoing_messages_other_users_sms',
        'outgoing_messages_other_users_send_sms',
        'outgoing_messages_approval_sms',
      ],
      edit: ['outgoing_messages_other_users_sms'],
      send: ['outgoing_messages_other_users_send_sms'],
      approve: ['outgoing_messages_approval_sms'],
    },
  },
}

/** The permissions one of which the act needs; empty if nobody may. */
export function neededForMessage(
  act: MessageAct,
  method: DeliveryMethod,
  isOwn: boolean,
): readonly FeaturePermission[] {
  return tables[method][isOwn ? 'own' : 'others'][act]
}

export function mayDoToMessage(
  standing: TeamStanding,
  act: MessageAct,
  message: { deliveryMethodId: DeliveryMethod; isOwn: boolean },
): boolean {
  const needed = neededForMessage(act, message.deliveryMethodId, message.isOwn)
  return needed.length > 0 && hasPermission(standing, needed)
}

/**
 * Whether somebody may schedule or send a message in this status. One that was approved needs no permission to send but
 * that to edit it; where a team requires approval, an unapproved one is sent by nobody.
 */
export function mayStartMessage(
  standing: TeamStanding,
  message: { deliveryMethodId: DeliveryMethod; isOwn: boolean; status: MessageStatus },
  requiresApproval: boolean,
): boolean {
  if (message.status === 'APPROVED')
    return mayDoToMessage(standing, 'send', message) || mayDoToMessage(standing, 'edit', message)
  return !requiresApproval && mayDoToMessage(standing, 'send', message)
}

/** Everything that opens the section of outgoing messages. */
export const messageSectionPermissions = [
  'outgoing_messages_approval_emails',
  'outgoing_messages_approval_sms',
  'outgoing_messages_other_users_emails',
  'outgoing_messages_other_users_send_emails',
  'outgoing_messages_other_users_send_sms',
  'outgoing_messages_other_users_sms',
  'outgoing_messages_templates',
  'outgoing_messages_user_emails',
  'outgoing_messages_user_send_emails',
  'outgoing_messages_user_send_sms',
  'outgoing_messages_user_sms',
] as const satisfies readonly FeaturePermission[]
