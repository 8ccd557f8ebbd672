/** Actions on the selected records, each undone as one. */

import { Button, Menu } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { BulkBody, Target } from '@muster/contract/records/records.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { SelectionBar } from '../../../ui/SelectionBar.tsx'
import { toast } from '../../../ui/toasts.ts'
import { CollectionActions } from '../../membership/public.ts'
import { useOperations } from '../../operations/public.ts'
import type { RecordSource } from '../data/record-source.ts'
import { noteChanged } from '../data/record-writes.ts'
import { allSelected, countSelected, noSelection, type Selection, targetOf } from '../data/selection.ts'
import { sendReliably } from '../data/write-queue.ts'
import { BulkEdit } from './BulkEdit.tsx'
import { useWatchOperations } from './RunningOperations.tsx'

interface BulkBarProps {
  teamId: number
  collection: DataCollection
  fields: readonly DataField[]
  source: RecordSource
  selection: Selection
  onSelection(selection: Selection): void
  isTrash: boolean
  /** Null where there is nothing to replace. */
  onReplace: (() => void) | null
}

export function BulkBar(props: BulkBarProps) {
  const { teamId, collection, fields, source, selection, onSelection, isTrash } = props
  const { t } = useTranslation(['records', 'common'])
  const format = useFormat()
  const errorText = useErrorText()
  const operations = useOperations(teamId)
  const [isEditing, setEditing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const watch = useWatchOperations(teamId)
  const queryClient = useQueryClient()
  const { count: total, isExact } = source.total
  const count = countSelected(selection, total)
  if (count === 0) return null

  const run = async (
    body: (target: Target) => BulkBody,
    text: (count: number) => string,
    isKept = false,
  ): Promise<boolean> => {
    setBusy(true)
    try {
      const target = targetOf(selection, source.target)
      const { operation, rejected, isRunning } = await sendReliably((idempotencyKey) =>
        call(
          api.records.bulk,
          { params: { teamId, dataCollectionId: collection.id }, body: body(target) },
          { idempotencyKey },
        ),
      )
      if (isRunning) watch(operation)
      else operations.recordOperation(operation, text(operation?.recordCount ?? 0))
      if (!operation) toast.info(t('records:bulk.nothing'))
      if (rejected.length > 0) toast.error(t('records:bulk.refused', { count: rejected.length }))
      if (!isKept) onSelection(noSelection)
      noteChanged(teamId)
      return true
    } catch (error) {
      toast.error(errorText(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const bookmark = async (isBookmarked: boolean): Promise<void> => {
    setBusy(true)
    const params = { teamId, dataCollectionId: collection.id }
    const refreshBookmarks = () => void refreshChanged(queryClient, api.bookmarks.setMany, params)
    try {
      const body = { target: targetOf(selection, source.target), isBookmarked }
      const { count, recordIds } = await call(api.bookmarks.setMany, { params, body })
      refreshBookmarks()
      const text = t(isBookmarked ? 'records:toast.bookmarked' : 'records:toast.unbookmarked', { count })
      const undo = { target: { ids: recordIds }, isBookmarked: !isBookmarked }
      if (count === 0) toast.info(text)
      else {
        toast.undo(text, async () => {
          await call(api.bookmarks.setMany, { params, body: undo })
          refreshBookmarks()
        })
      }
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const editable = fields.filter((field) => field.canUpdate)
  const isAll = selection.kind === 'all'
  const canSelectAll = !isAll && total !== null && count !== null && total > count
  return (
    <SelectionBar
      label={t('records:bulk.label')}
      text={count === null ? t('records:bulk.allSelected') : t('records:bulk.selected', { count })}
      more={
        canSelectAll && (
          <Button size="xs" variant="subtle" onClick={() => onSelection(allSelected)}>
            {t('records:bulk.selectAll', { total: `${isExact ? '' : '≈ '}${format.number(total)}` })}
          </Button>
        )
      }
      clearLabel={t('records:bulk.clear')}
      onClear={() => onSelection(noSelection)}
    >
      {isTrash ? (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={() =>
            void run(
              (target) => ({ restore: target }),
              (n) => t('records:toast.restored', { count: n }),
            )
          }
        >
          {t('common:restore')}
        </Button>
      ) : (
        <>
          {editable.length > 0 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Glyph name="edit" size={14} />}
              disabled={isBusy}
              onClick={() => setEditing(true)}
            >
              {t('records:bulk.edit')}
            </Button>
          )}
          {props.onReplace && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Glyph name="search" size={14} />}
              disabled={isBusy}
              onClick={props.onReplace}
            >
              {t('records:rewrite.replace.open')}
            </Button>
          )}
          <CollectionActions teamId={teamId} collection={collection} isBusy={isBusy} onRun={run} />
          <Menu position="top-start">
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                disabled={isBusy}
                leftSection={<Glyph name="bookmark" size={14} />}
              >
                {t('records:bulk.bookmark')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void bookmark(true)}>{t('records:bulk.bookmark')}</Menu.Item>
              <Menu.Item onClick={() => void bookmark(false)}>{t('records:bulk.removeBookmark')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          {collection.canDelete && (
            <Button
              size="xs"
              variant="default"
              loading={isBusy}
              leftSection={<Glyph name="trash" size={14} />}
              onClick={() =>
                void run(
                  (target) => ({ delete: target }),
                  (n) => t('records:toast.deleted', { count: n }),
                )
              }
            >
              {t('common:delete')}
            </Button>
          )}
        </>
      )}
      {isEditing && (
        <BulkEdit
          fields={editable}
          count={count}
          onClose={() => setEditing(false)}
          onApply={async (field, value) => {
            const isDone = await run(
              (target) => ({ set: { [field.columnName]: value }, target }),
              (n) => t('records:toast.edited', { count: n }),
              true,
            )
            if (isDone) setEditing(false)
          }}
        />
      )}
    </SelectionBar>
  )
}
