/** Exports of the last week: progress, author, and files. */
import { Button, Progress } from '@mantine/core'
import type { Export } from '@muster/contract/exports/exports.api'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import { useTranslation } from 'react-i18next'
import { api, urlOf, useApiMutation } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { useExports, useReloadExports } from '../use-exports.ts'
import classes from './Exports.module.css'

export function ExportList({ teamId, dataCollectionId }: { teamId: number; dataCollectionId: number }) {
  const { t } = useTranslation('exports')
  const query = useExports(teamId, dataCollectionId)
  if (query.isError) return <ErrorState error={query.error} onRetry={query.refetch} />
  const items = query.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className={classes.list} aria-label={t('list.title')}>
      <h3 className={classes.listTitle}>{t('list.title')}</h3>
      <ul className={classes.items}>
        {items.map((one) => (
          <li key={one.id} className={classes.item}>
            <OneExport teamId={teamId} data={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OneExport({ teamId, data }: { teamId: number; data: Export }) {
  const { t } = useTranslation(['exports', 'common'])
  const format = useFormat()
  const errorText = useErrorText()
  const reload = useReloadExports(teamId)
  const params = { teamId, exportId: data.id }
  const after = {
    onSuccess: () => void reload(),
    onError: (error: Error) => toast.error(errorText(error)),
  }
  const cancel = useApiMutation(api.exports.cancel, after)
  const remove = useApiMutation(api.exports.remove, after)
  const isRunning = isUnderWay(data.status)
  return (
    <>
      <div className={classes.about}>
        <span className={styles.clipped}>{data.fileName}</span>
        <span className={classes.help}>
          {t('exports:list.by', { name: data.createdBy.name, time: format.dateTime(data.createdAt) })}
          {data.status === 'done' &&
            ` · ${t('exports:list.size', { count: data.total ?? 0, records: format.number(data.total ?? 0), size: format.bytes(data.fileSize ?? 0) })}`}
        </span>
        <State data={data} />
      </div>
      {data.status === 'done' && (
        <Button
          component="a"
          href={urlOf(api.exports.download, { params })}
          download={data.fileName}
          size="xs"
          variant="default"
          leftSection={<Glyph name="download" />}
          aria-label={t('exports:list.downloadNamed', { name: data.fileName })}
        >
          {t('exports:list.download')}
        </Button>
      )}
      {isRunning ? (
        <Button
          size="xs"
          variant="default"
          onClick={() => cancel.mutate({ params })}
          loading={cancel.isPending}
        >
          {t('exports:list.cancel')}
        </Button>
      ) : (
        <IconButton
          glyph="trash"
          label={t('exports:list.delete', { name: data.fileName })}
          onClick={() => remove.mutate({ params })}
        />
      )}
    </>
  )
}

function State({ data }: { data: Export }) {
  const { t } = useTranslation(['exports', 'errors'])
  const format = useFormat()
  const { status, total, processed, errorCode } = data
  if (isUnderWay(data.status)) {
    const text =
      status === 'running' && total !== null
        ? t('list.rows', { done: format.number(processed), total: format.number(total) })
        : t('list.waiting')
    const share = total ? (100 * processed) / total : 0
    return (
      <span className={styles.stack4} role="status">
        <Progress
          value={share}
          animated={!total}
          size="sm"
          aria-label={t('list.progress', { name: data.fileName })}
        />
        <span className={classes.help}>{text}</span>
      </span>
    )
  }
  if (status === 'failed') {
    return (
      <span className={classes.failed}>
        {t(errorCode === 'cell_too_long' ? 'errors:cell_too_long' : 'list.failed')}
      </span>
    )
  }
  return status === 'cancelled' ? <span className={classes.help}>{t('list.cancelled')}</span> : null
}
