/** What the audit log records: changes of structure and of rights, and who erased personal data; never values of records. */
import { z } from 'zod'

/** What was changed. Append only. */
export const auditSubjects = [
  'team',
  'team_user',
  'invitation',
  'user_role',
  'app_user',
  'session',
  'system_setting',
  'data_collection',
  'data_field',
  'data_view',
  'data_card',
  'data_card_group',
  'data_wizard',
  'api_token',
  'webhook',
  'backup',
  'data_record',
  'message_sender',
  'message_settings',
  'message_subject',
  'message_template',
  'outgoing_message',
] as const
export type AuditSubject = (typeof auditSubjects)[number]

/** What was done to it. Append only. */
export const auditActions = [
  'created',
  'updated',
  'deleted',
  'restored',
  'invited',
  'invited_again',
  'cancelled',
  'accepted',
  'deactivated',
  'reactivated',
  'suspended',
  'resumed',
  'ended',
  'seen_as',
  'exported',
  'anonymised',
  'erased',
  'downloaded',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditSubjectSchema = z.enum(auditSubjects)
export const auditActionSchema = z.enum(auditActions)
