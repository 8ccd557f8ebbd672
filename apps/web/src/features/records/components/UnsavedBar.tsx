/** Edits of a list that were not saved: none is lost, each can be retried or discarded. */

import { Button } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useTranslation } from 'react-i18next'
import { useFieldContext } from '../../fields/public.ts'
import type { RecordSource } from '../data/record-source.ts'
import { useEdits } from '../data/record-writes.ts'
import { useWaitingWrites, writeQueue } from '../data/write-queue.ts'
import { FailedEdit } from './FailedEdit.tsx'
import classes from './UnsavedBar.module.css'

const mostShown = 3

export function UnsavedBar({
  teamId,
  fields,
  source,
  openId,
}: {
  teamId: number
  fields: readonly DataField[]
  source: RecordSource
  /** Its own drawer shows it. */
  openId: number | null
}) {
  const { t } = useTranslation(['records', 'common'])
  const edits = useEdits(teamId)
  const context = useFieldContext(source.linked)
  const failed = edits.all().flatMap((edit) => {
    const field = fields.find((one) => one.columnName === edit.field)
    return edit.state === 'failed' && edit.recordId !== openId && field ? [{ edit, field }] : []
  })
  const isCut = useWaitingWrites() > 0
  const waiting = isCut ? edits.all().filter(({ state }) => state !== 'failed').length : 0
  if (failed.length === 0 && !isCut) return null
  return (
    <section
      className={classes.bar}
      aria-label={
        failed.length > 0
          ? t('records:edit.unsaved', { count: failed.length })
          : t('records:edit.noConnection')
      }
    >
      {isCut && (
        <div className={classes.all} role="status">
          <span>
            <strong>{t('records:edit.noConnection')}</strong>{' '}
            {waiting > 0 ? t('records:edit.waiting', { count: waiting }) : t('records:edit.changeWaiting')}{' '}
            {t('records:edit.waitingText')}
          </span>
          <Button size="xs" variant="default" onClick={() => writeQueue.hurry()}>
            {t('records:edit.tryNow')}
          </Button>
        </div>
      )}
      {failed.slice(0, mostShown).map(({ edit, field }) => (
        <FailedEdit
          key={`${edit.recordId} ${edit.field}`}
          teamId={teamId}
          edit={edit}
          field={field}
          context={context}
          recordName={source.cache.rowAt(source.cache.indexOf(edit.recordId) ?? -1)?.name}
        />
      ))}
      {failed.length > 1 && (
        <div className={classes.all}>
          <span>{t('records:edit.unsaved', { count: failed.length })}</span>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              for (const { edit } of failed) edits.retry(edit.recordId, edit.field)
            }}
          >
            {t('records:edit.retryAll')}
          </Button>
        </div>
      )}
    </section>
  )
}
