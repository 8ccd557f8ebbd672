/** How far a message is sent, as a bar with counts. */
import type { MessageCounts } from '@muster/contract/messages/messages.schema'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { doneCount, recipientCount } from './counts.ts'
import classes from './Progress.module.css'

export function Progress({ counts, isSmall = false }: { counts: MessageCounts; isSmall?: boolean }) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const [done, all] = [doneCount(counts), recipientCount(counts)]
  const text = t('progress', { done: format.number(done), all: format.number(all) })
  return (
    <span className={classes.progress} data-small={isSmall || undefined}>
      <progress className={classes.bar} max={Math.max(all, 1)} value={done} aria-label={text} />
      <span className={classes.text}>{text}</span>
    </span>
  )
}
