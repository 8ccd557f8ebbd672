/** People who opened and clicked, by hour, as bars; the same as a table for screen readers. */
import type { MessageStats } from '@muster/contract/messages/messages.schema'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import hidden from '../../../ui/hidden.module.css'
import shared from '../../../ui/shared.module.css'
import classes from './stats.module.css'

/** Three days: later hours have nearly nothing. */
const mostHours = 72

export function Hours({ hours }: { hours: MessageStats['hours'] }) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const shown = hours.slice(0, mostHours)
  const top = Math.max(1, ...shown.map(({ opened }) => opened))
  return (
    <section className={shared.stack8}>
      <h2 className={classes.heading}>{t('stats.hours')}</h2>
      <div className={classes.chart} aria-hidden="true">
        {shown.map(({ at, opened, clicked }) => (
          <span
            key={at}
            className={classes.hour}
            title={`${format.dateTime(at)} · ${t('outcome.opened')}: ${format.number(opened)} · ${t('outcome.clicked')}: ${format.number(clicked)}`}
          >
            <span className={classes.opened} style={{ height: `${(opened / top) * 100}%` }} />
            <span className={classes.clicked} style={{ height: `${(clicked / top) * 100}%` }} />
          </span>
        ))}
      </div>
      <p className={classes.legend} aria-hidden="true">
        <span data-kind="opened">{t('outcome.opened')}</span>
        <span data-kind="clicked">{t('outcome.clicked')}</span>
      </p>
      <table className={hidden.hidden}>
        <caption>{t('stats.hours')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('recipients.at')}</th>
            <th scope="col">{t('outcome.opened')}</th>
            <th scope="col">{t('outcome.clicked')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ at, opened, clicked }) => (
            <tr key={at}>
              <th scope="row">{format.dateTime(at)}</th>
              <td>{format.number(opened)}</td>
              <td>{format.number(clicked)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
