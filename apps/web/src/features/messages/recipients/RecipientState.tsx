/** The state of one recipient's mail or SMS, with why it is so. */
import type { RecipientState as State } from '@muster/contract/messages/messages.machine'
import type { Recipient } from '@muster/contract/messages/messages.schema'
import { useTranslation } from 'react-i18next'
import shared from '../../../ui/shared.module.css'
import type { StatusColor } from '../../../ui/status-colors.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { HandOverDetail } from './HandOverDetail.tsx'

const colors: Record<State, StatusColor> = {
  excluded: 'gray',
  waiting: 'blue',
  claimed: 'blue',
  handing: 'blue',
  accepted: 'green',
  failed: 'red',
  in_doubt: 'orange',
  cancelled: 'gray',
}

export function RecipientState({
  recipient: { state, reason, detail },
}: {
  recipient: Pick<Recipient, 'state' | 'reason' | 'detail'>
}) {
  const { t } = useTranslation('messages')
  return (
    <>
      <Tag color={colors[state]}>{t(`state.${state}`)}</Tag>
      {reason && <span className={shared.smallLine}>{t(`reason.${reason}`)}</span>}
      {(state === 'failed' || state === 'in_doubt') && detail && (
        <HandOverDetail detail={detail} className={shared.smallLine} />
      )}
    </>
  )
}
