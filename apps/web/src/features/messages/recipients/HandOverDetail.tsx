/** Why a mail or SMS was not handed over: in the reader's language, or in the words of the mail server or provider. */
import { isHandOverDetail } from '@muster/contract/messages/hand-over-details'
import { useTranslation } from 'react-i18next'

export function HandOverDetail({ detail, className }: { detail: string; className: string | undefined }) {
  const { t } = useTranslation('messages')
  return <span className={className}>{isHandOverDetail(detail) ? t(`handOver.${detail}`) : detail}</span>
}
