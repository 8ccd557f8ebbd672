/** The status of a message in the colour of spec section 4. */
import type { MessageStatus } from '@muster/contract/messages/messages.machine'
import { useTranslation } from 'react-i18next'
import type { StatusColor } from '../../../ui/status-colors.ts'
import { Tag } from '../../../ui/Tag.tsx'

const colors: Record<MessageStatus, StatusColor> = {
  DRAFT: 'gray',
  AWAITING_APPROVAL: 'yellow',
  APPROVED: 'orange',
  SCHEDULED: 'blue',
  SENDING: 'blue',
  SENT: 'green',
  ERROR_SENDING: 'red',
  ARCHIVED: 'gray',
}

export function StatusTag({ status, isPaused = false }: { status: MessageStatus; isPaused?: boolean }) {
  const { t } = useTranslation('messages')
  return (
    <>
      <Tag color={colors[status]}>{t(`status.${status}`)}</Tag>
      {isPaused && <Tag color="yellow">{t('paused')}</Tag>}
    </>
  )
}
