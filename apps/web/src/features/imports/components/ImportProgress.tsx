/** A running import: progress, remaining time, and a stop button. It continues when the page is left. */
import { Button, Progress } from '@mantine/core'
import type { Import } from '@muster/contract/imports/imports.api'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, queryKeyOf, useApiMutation } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { toast } from '../../../ui/toasts.ts'
import classes from './Import.module.css'

export function ImportProgress({ teamId, data }: { teamId: number; data: Import }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const errorText = useErrorText()
  const client = useQueryClient()
  const params = { teamId, importId: data.id }
  const cancel = useApiMutation(api.imports.cancel, {
    onSuccess: (next) => client.setQueryData(queryKeyOf(api.imports.get, { params }), next),
    onError: (error) => toast.error(errorText(error)),
  })
  const total = data.rowCount ?? 0
  const isCounting = data.phase !== null && data.processed > 0 && total > 0
  const isCheck = data.status === 'checking'
  const share = isCounting ? (100 * data.processed) / total : 100
  const left = secondsLeft(data)
  return (
    <section className={classes.progress} aria-live="polite">
      <p className={classes.lead}>{data.fileName}</p>
      <Progress value={share} animated={!isCounting} aria-label={t('progress.label')} size="lg" />
      <p className={classes.help}>
        {data.phase ? t(`progress.phase.${data.phase}`) : t('progress.waiting')}
        {isCounting &&
          ` · ${t('progress.rows', { done: format.number(data.processed), total: format.number(total) })}`}
        {left !== null && ` · ${t('progress.left', { count: left })}`}
      </p>
      <p className={classes.help}>{t(isCheck ? 'progress.leaveCheck' : 'progress.leave')}</p>
      <Button variant="default" onClick={() => cancel.mutate({ params })} loading={cancel.isPending}>
        {t(isCheck ? 'progress.cancelCheck' : 'progress.cancel')}
      </Button>
    </section>
  )
}

/** Null until it can be estimated. */
function secondsLeft({ startedAt, phase, processed, rowCount }: Import): number | null {
  if (!startedAt || !rowCount || processed === 0 || phase !== 'writing') return null
  const perRow = (Date.now() - Date.parse(startedAt)) / processed
  return Math.max(1, Math.round((perRow * (rowCount - processed)) / 1000))
}
