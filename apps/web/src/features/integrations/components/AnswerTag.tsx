/** How a receiver answered: an HTTP status, or why there was no answer. */
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../ui/Tag.tsx'

export function AnswerTag({ status, error }: { status: number | null; error: string | null }) {
  const { t } = useTranslation('webhooks')
  if (status !== null) return <Tag color={status >= 200 && status < 300 ? 'green' : 'red'}>{status}</Tag>
  if (error === null) return null
  const texts: Record<string, string> = {
    EADDRESS: t('answer.address'),
    ECONNREFUSED: t('answer.refused'),
    ECONNRESET: t('answer.closed'),
    ENOTFOUND: t('answer.unknown'),
    ETIMEDOUT: t('answer.slow'),
  }
  return <Tag color="red">{texts[error] ?? t('answer.other', { code: error })}</Tag>
}
