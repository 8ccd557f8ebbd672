/** A bulk merge: its progress or its result, with undo. */
import { Button, Progress } from '@mantine/core'
import type { DuplicateScan } from '@muster/contract/duplicates/duplicates.schema'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import classes from './Duplicates.module.css'

export function MergeBanner({
  merge,
  onCancel,
  onUndo,
}: {
  merge: NonNullable<DuplicateScan['merge']>
  onCancel(): void
  onUndo(operationId: number): void
}) {
  const { t } = useTranslation(['duplicates', 'common', 'errors'])
  const format = useFormat()
  const { status, processed, total, mergedGroups, skippedGroups, operation } = merge
  if (isUnderWay(status)) {
    return (
      <div className={classes.banner}>
        <span className={classes.grow}>
          {t('duplicates:merging')}
          <Progress
            mt={4}
            value={total > 0 ? (100 * processed) / total : 100}
            animated
            aria-label={t('duplicates:merging')}
          />
        </span>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('duplicates:stop')}
        </Button>
      </div>
    )
  }
  const text =
    status === 'done'
      ? t('duplicates:mergedGroups', { count: mergedGroups, groups: format.number(mergedGroups) })
      : t(`duplicates:mergeStatus.${status === 'cancelled' ? 'cancelled' : 'failed'}`)
  return (
    <div className={classes.banner} role="status">
      <span className={classes.grow}>
        {text}
        {skippedGroups > 0 &&
          ` ${t('duplicates:skippedGroups', { count: skippedGroups, groups: format.number(skippedGroups) })}`}
        {merge.error &&
          ` ${t(`errors:${merge.error}` as 'errors:generic', { defaultValue: t('errors:generic') })}`}
      </span>
      {operation && (
        <Button size="xs" variant="default" onClick={() => onUndo(operation.id)}>
          {t('common:undo')}
        </Button>
      )}
    </div>
  )
}
