/** How far a backup is that waits or runs. */
import { Button, Progress } from '@mantine/core'
import type { Backup } from '@muster/contract/backups/backups.schema'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import shared from '../../../ui/shared.module.css'
import { useBackupActs } from '../use-backups.ts'
import classes from './Backups.module.css'

export function RunningBackup({ backup }: { backup: Backup }) {
  const { t } = useTranslation('backups')
  const format = useFormat()
  const acts = useBackupActs()
  const { id, kind, phase, processed, total } = backup
  const isRestore = kind === 'restore'
  const title = t(isRestore ? 'progress.restore' : 'progress.title')
  const step = !phase
    ? t('phase.waiting')
    : isRestore && phase === 'unpacking'
      ? t('phase.restoring')
      : t(`phase.${phase}`)
  const text =
    phase && total
      ? t('progress.bytes', { step, done: format.bytes(processed), total: format.bytes(total) })
      : step
  return (
    <section className={classes.running} aria-label={title}>
      <div className={shared.narrowStack8}>
        <Progress
          value={total ? (100 * processed) / total : 100}
          animated={!total}
          size="sm"
          aria-label={title}
        />
        <span className={shared.note} role="status">
          {text}
        </span>
      </div>
      <Button variant="default" onClick={() => void acts.cancel(id)}>
        {t('progress.cancel')}
      </Button>
    </section>
  )
}
