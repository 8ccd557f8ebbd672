/** Progress of a type change, shown beside the current type; or that it failed. */
import { Button, Progress } from '@mantine/core'
import type { RunningTypeChange } from '@muster/contract/fields/fields.schema'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import classes from './FieldTable.module.css'

export function TypeChangeState({ change, onStop }: { change: RunningTypeChange; onStop(): void }) {
  const { t } = useTranslation(['fields', 'dataTypes', 'common'])
  const format = useFormat()
  const type = t(`dataTypes:name.${change.dataType}`)
  const { state, seen, total } = change.run
  if (state === 'failed') return <p className={classes.failed}>{t('change.failedTo', { type })}</p>
  if (state !== 'running') return null
  const text = t('change.running', { type, seen: format.number(seen), total: format.number(total) })
  return (
    <div className={classes.change}>
      <span role="status">{text}</span>
      <Progress size="sm" value={total === 0 ? 0 : (100 * seen) / total} aria-label={text} />
      <Button size="compact-xs" variant="default" onClick={onStop}>
        {t('change.stop')}
      </Button>
    </div>
  )
}
