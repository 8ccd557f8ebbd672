/** Progress of background work, with a stop button. It continues when the page is left. */
import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import styles from '../../../ui/shared.module.css'
import classes from './Duplicates.module.css'

export function WorkProgress({
  label,
  processed,
  total,
  onCancel,
}: {
  label: string
  processed: number
  total: number
  onCancel(): void
}) {
  const { t } = useTranslation('duplicates')
  const format = useFormat()
  const isCounting = total > 0
  return (
    <section className={classes.progress} aria-live="polite">
      <p className={classes.lead}>{label}</p>
      <Progress
        value={isCounting ? (100 * processed) / total : 100}
        animated={!isCounting}
        aria-label={label}
        size="lg"
      />
      <p className={styles.note}>
        {isCounting ? format.percent(processed / total) : t('waiting')} · {t('leave')}
      </p>
      <div>
        <Button variant="default" onClick={onCancel}>
          {t('stop')}
        </Button>
      </div>
    </section>
  )
}
