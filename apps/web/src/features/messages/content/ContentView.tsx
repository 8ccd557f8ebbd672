/** What a message says in one language, to be read. */
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type { MessageContent } from '@muster/contract/messages/messages.schema'
import { useTranslation } from 'react-i18next'
import { Facts } from '../components/Facts.tsx'
import classes from './LanguageContent.module.css'

export function ContentView({ method, content }: { method: DeliveryMethod; content: MessageContent }) {
  const { t } = useTranslation('messages')
  const text = content.textOnlyVersion && <p className={classes.text}>{content.textOnlyVersion}</p>
  return (
    <Facts
      facts={
        method === 'SMS'
          ? [{ label: t('content.sms'), value: text }]
          : [
              { label: t('content.subjectLine'), value: content.subjectLine },
              { label: t('content.preheader'), value: content.preheader },
              { label: t('content.textOnly'), value: text },
            ]
      }
    />
  )
}
