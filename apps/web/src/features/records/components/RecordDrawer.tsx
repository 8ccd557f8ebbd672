/** A record beside the grid: its fields, its history, the next and the previous one. */
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Drawer } from '../../../ui/Drawer.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { toast } from '../../../ui/toasts.ts'
import { BookmarkButton } from '../../bookmarks/public.ts'
import { RecordFields } from './RecordFields.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { RecordMeta } from './RecordMeta.tsx'
import { taskItem } from './task-item.ts'
import { useDelete } from './use-delete.ts'
import { useRecord } from './use-record.ts'

export interface RecordDrawerProps {
  teamId: number
  recordId: number
  isTrash: boolean
  /** Columns that are nothing to read here. */
  hiddenColumns?: readonly string[]
  /** Ids beside this one in the list, where they are known. */
  previous: number | null
  next: number | null
  onOpen(recordId: number): void
  onExpand(recordId: number): void
  onClose(): void
}

export function RecordDrawer(props: RecordDrawerProps) {
  const { teamId, recordId, previous, next, onOpen, onClose } = props
  const { t } = useTranslation(['records', 'common'])
  const [tab, setTab] = useState<'fields' | 'history'>('fields')
  const { query, record, fields: all } = useRecord(teamId, recordId)
  const fields = props.hiddenColumns
    ? all.filter(({ columnName }) => !props.hiddenColumns?.includes(columnName))
    : all
  const { remove, restore } = useDelete(teamId)
  const isDeleted = record?.deletedAt != null || props.isTrash
  const copyLink = () => {
    const address = `${window.location.origin}/team-${teamId}/data-records/${recordId}`
    navigator.clipboard?.writeText(address).then(
      () => toast.success(t('common:copied')),
      () => toast.info(address),
    )
  }
  const menu = [
    { label: t('records:record.copyLink'), glyph: 'link' as const, action: copyLink },
    ...(isDeleted ? [] : [taskItem(t('records:record.makeTask'), teamId, recordId)]),
    ...(record && isDeleted && record.canDelete
      ? [
          {
            label: t('common:restore'),
            glyph: 'undo' as const,
            action: async () => (await restore(record)) && onClose(),
          },
        ]
      : []),
    ...(record?.canDelete && !isDeleted
      ? [
          {
            label: t('common:delete'),
            glyph: 'trash' as const,
            isSeparated: true,
            action: async () => (await remove(record)) && onClose(),
          },
        ]
      : []),
  ]
  return (
    <Drawer
      title={record?.name || t('records:record.unnamed')}
      onClose={onClose}
      tools={
        <>
          <IconButton
            glyph="chevronUp"
            label={t('records:record.previous')}
            disabled={previous === null}
            onClick={() => previous !== null && onOpen(previous)}
          />
          <IconButton
            glyph="chevronDown"
            label={t('records:record.next')}
            disabled={next === null}
            onClick={() => next !== null && onOpen(next)}
          />
          {!isDeleted && <BookmarkButton teamId={teamId} recordId={recordId} />}
          <IconButton
            glyph="fullscreen"
            label={t('records:record.expand')}
            onClick={() => props.onExpand(recordId)}
          />
          <ActionMenu items={menu} />
        </>
      }
    >
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : !record ? (
        <FormSkeleton rowCount={8} />
      ) : (
        <>
          <SegmentedControl
            size="xs"
            mb="md"
            aria-label={t('records:record.show')}
            data={[
              { value: 'fields', label: t('records:record.allFields') },
              { value: 'history', label: t('records:record.history') },
            ]}
            value={tab}
            onChange={(value) => setTab(value === 'history' ? 'history' : 'fields')}
          />
          {tab === 'fields' ? (
            <>
              <RecordFields
                key={record.id}
                teamId={teamId}
                record={record}
                fields={fields}
                isReadOnly={!record.canUpdate || isDeleted}
                variant="drawer"
              />
              <RecordMeta teamId={teamId} record={record} isReadOnly={isDeleted} />
            </>
          ) : (
            <RecordHistory
              teamId={teamId}
              record={record}
              fields={fields}
              isReadOnly={!record.canUpdate || isDeleted}
            />
          )}
        </>
      )}
    </Drawer>
  )
}
