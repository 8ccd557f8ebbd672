/** Who may do what to outgoing messages (spec section 6): the one table for both sides. */
import { type FeaturePermission, hasPermission, type TeamStanding } from '../roles/permissions.ts'
import { type MessageEvent, type MessageStatus, mayHappenToMessage } from './messages.machine.ts'

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
 * Whether somebody who may edit a message may give it another owner. A message reaches whom its owner may read, so nobody
 * but a team admin can make it somebody else's, whose rights may be greater; everybody can make it their own.
 *
 * @param self the team user who asks
 * @param now the team user who owns it
 * @param next the team user who is to own it
 */
export const mayOwn = (
  { isTeamAdmin }: Pick<TeamStanding, 'isTeamAdmin'>,
  self: number,
  now: number | null,
  next: number,
): boolean => next === now || next === self || isTeamAdmin

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

/** A message as far as it decides what may be done to it. */
export interface MessageStanding {
  deliveryMethodId: DeliveryMethod
  status: MessageStatus
  isOwn: boolean
  isAutomatic: boolean
  isPaused: boolean
  isApproved: boolean
  /** Whether the caller created it or asked for its approval: then it counts as their own for approving. */
  isByCaller: boolean
}

/** Events of the sending itself, which no person causes. */
const ownEvents: readonly MessageEvent[] = ['finish', 'fail', 'lapse']
/** What people may do to a message that a wizard fills: it never ends by itself, and is written in its template. */
const automaticEvents: readonly MessageEvent[] = ['pause', 'resume', 'archive', 'unarchive']

/** Whether the status of a message lets an event happen to it, for any caller. */
export function isEventOpen(event: MessageEvent, message: MessageStanding): boolean {
  if (!mayHappenToMessage(message.status, event) || ownEvents.includes(event)) return false
  if (message.isAutomatic && !automaticEvents.includes(event)) return false
  if (event === 'pause') return !message.isPaused
  if (event === 'resume') return message.isPaused || message.status === 'ERROR_SENDING'
  return true
}

/** One that was approved stays so while it is scheduled. */
const startsAs = ({ status, isApproved }: MessageStanding): MessageStatus =>
  status === 'SCHEDULED' && isApproved ? 'APPROVED' : status

/** Whether somebody may cause an event, whatever the status. */
export function mayCauseEvent(
  standing: TeamStanding,
  event: MessageEvent,
  message: MessageStanding,
  requiresApproval: boolean,
): boolean {
  const may = (act: MessageAct) => mayDoToMessage(standing, act, message)
  switch (event) {
    case 'approve':
    case 'requestChanges':
      return !message.isByCaller && may('approve')
    case 'schedule':
    case 'start':
      return mayStartMessage(standing, { ...message, status: startsAs(message) }, requiresApproval)
    case 'unschedule':
    case 'pause':
    case 'resume':
      // Who could start an approved message can also stop it.
      return may('send') || (message.isApproved && may('edit'))
    default:
      return may('edit')
  }
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
