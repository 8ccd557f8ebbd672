/** What is reported about one recipient's mail or SMS (spec section 3, recipient notification types). */

/** Append only: the position is stored. */
export const notificationTypes = [
  'accepted',
  'bounce',
  'canceled',
  'click',
  'complaint',
  'delivered',
  'delivery',
  'failed',
  'open',
  'partially_delivered',
  'queued',
  'read',
  'received',
  'receiving',
  'scheduled',
  'send',
  'sending',
  'sent',
  'subscribed',
  'undelivered',
  'unsubscribed',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** What a notification says about the way of the message, for funnels. */
export const notificationOutcomes = {
  delivered: ['delivered', 'delivery', 'read', 'received', 'open', 'click'],
  bounced: ['bounce', 'undelivered', 'failed'],
  complained: ['complaint'],
  opened: ['open', 'read', 'click'],
  clicked: ['click'],
  unsubscribed: ['unsubscribed'],
} as const satisfies Record<string, readonly NotificationType[]>
export type NotificationOutcome = keyof typeof notificationOutcomes
