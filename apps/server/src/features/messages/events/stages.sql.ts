/** The stages of a mail or SMS: which of several reports is the last word about it. */
import { type NotificationType, notificationTypes } from '@muster/contract/messages/notifications'
import { join, type Sql, sql } from '../../../platform/db.ts'

/**
 * How far a mail or SMS is when something is reported. The last that is known of it is that of the latest stage, and of one
 * stage the newest, in whatever order the reports come.
 */
const stages: Record<NotificationType, number> = {
  scheduled: 0,
  accepted: 1,
  queued: 2,
  sending: 3,
  send: 4,
  sent: 4,
  receiving: 4,
  partially_delivered: 5,
  delivered: 6,
  delivery: 6,
  received: 6,
  undelivered: 6,
  failed: 6,
  bounce: 6,
  canceled: 6,
  open: 7,
  read: 7,
  click: 8,
  complaint: 9,
  subscribed: 9,
  unsubscribed: 9,
}
const stageList = sql`(array[${join(notificationTypes.map((type) => sql`${stages[type]}::int`))}])`
/** @param type a stored position */
export const stageOf = (type: Sql): Sql => sql`${stageList}[${type} + 1]`
