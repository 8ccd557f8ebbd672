/** From everybody who was to get the message down to those who clicked. */
import type { MessageCounts, OutgoingMessage } from '@muster/contract/messages/messages.schema'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { inState, recipientCount } from '../lists/counts.ts'
import classes from './stats.module.css'

export function Funnel({ message, counts }: { message: OutgoingMessage; counts: MessageCounts }) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const all = recipientCount(counts)
  const isEmail = message.deliveryMethodId === 'EMAIL'
  const { outcomes } = counts
  const steps: [string, number][] = [
    [t('tab.recipients'), all],
    [t('state.accepted'), inState(counts, 'accepted')],
    [t('outcome.delivered'), outcomes.delivered ?? 0],
    ...(isEmail && message.tracksOpens
      ? [[t('outcome.opened'), outcomes.opened ?? 0] as [string, number]]
      : []),
    ...(isEmail && message.tracksClicks
      ? [[t('outcome.clicked'), outcomes.clicked ?? 0] as [string, number]]
      : []),
    [t('outcome.bounced'), outcomes.bounced ?? 0],
    ...(isEmail ? [[t('outcome.complained'), outcomes.complained ?? 0] as [string, number]] : []),
    [t('outcome.unsubscribed'), outcomes.unsubscribed ?? 0],
  ]
  return (
    <section aria-label={t('stats.funnel')}>
      <ol className={classes.funnel}>
        {steps.map(([label, count]) => (
          <li key={label}>
            <span>{label}</span>
            <span className={classes.track} aria-hidden="true">
              <span style={{ width: `${all === 0 ? 0 : Math.min(100, (count / all) * 100)}%` }} />
            </span>
            <span className={classes.number}>{format.number(count)}</span>
            <span className={classes.share}>{all === 0 ? '' : format.percent(count / all)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
