/** What happened to what kind of thing, such as "Created: Field". */
import type { AuditEvent } from '@muster/contract/audit/audit.api'
import type { TFunction } from 'i18next'

export const eventTitle = (t: TFunction<'audit'>, { action, subject }: AuditEvent): string =>
  t('event', { action: t(`action.${action}`), subject: t(`subject.${subject}`) })
