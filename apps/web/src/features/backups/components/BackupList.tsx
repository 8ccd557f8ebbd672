/** The backups there are, newest first. */
import type { Backup } from '@muster/contract/backups/backups.schema'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import { useTranslation } from 'react-i18next'
import { api, urlOf } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import shared from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { useBackupActs } from '../use-backups.ts'

const stateColors = {
  queued: 'gray',
  running: 'blue',
  done: 'green',
  failed: 'red',
  cancelled: 'gray',
} as const

export function BackupList({ items }: { items: readonly Backup[] }) {
  const { t } = useTranslation('backups')
  const format = useFormat()
  const acts = useBackupActs()
  const download = ({ id }: Backup) =>
    window.location.assign(urlOf(api.backups.download, { params: { backupId: id } }))
  const menuOf = (backup: Backup): MenuItem[] =>
    isUnderWay(backup.state)
      ? []
      : [
          ...(backup.hasFile
            ? [
                { label: t('list.download'), glyph: 'download' as const, action: () => download(backup) },
                {
                  label: t('restoreNow.confirm'),
                  glyph: 'history' as const,
                  action: () => acts.restore(backup, format.dateTime(backup.createdAt)),
                },
              ]
            : []),
          {
            label: t(backup.kind === 'restore' ? 'list.forget' : 'delete.confirm'),
            glyph: 'trash',
            action: () => acts.remove(backup, format.dateTime(backup.createdAt)),
          },
        ]
  const columns: DataTableColumn<Backup>[] = [
    {
      key: 'when',
      title: t('list.when'),
      width: '16%',
      render: ({ createdAt, kind }) => (
        <>
          <time dateTime={createdAt} title={format.fullDateTime(createdAt)}>
            {format.dateTime(createdAt)}
          </time>
          <span className={shared.smallLine}>{t(`kind.${kind}`)}</span>
        </>
      ),
    },
    { key: 'state', title: t('list.state'), render: (backup) => <State backup={backup} /> },
    {
      key: 'rehearsed',
      title: t('list.rehearsed'),
      width: 190,
      isMinor: true,
      render: ({ rehearsedAt }) =>
        rehearsedAt && (
          <time dateTime={rehearsedAt} title={format.fullDateTime(rehearsedAt)}>
            {format.dateTime(rehearsedAt)}
          </time>
        ),
    },
    {
      key: 'size',
      title: t('list.size'),
      align: 'right',
      width: 100,
      isMinor: true,
      render: ({ size }) => size !== null && format.bytes(size),
    },
    {
      key: 'where',
      title: t('list.where'),
      isMinor: true,
      render: ({ location, fileName, state }) =>
        state === 'done' && (
          <>
            {t(`location.${location}`)}
            <span className={shared.smallLine}>{fileName}</span>
          </>
        ),
    },
  ]
  return (
    <DataTable
      label={t('list.title')}
      rows={items}
      rowKey={({ id }) => id}
      rowMenu={menuOf}
      menuLabel={({ createdAt }) => t('list.actions', { when: format.dateTime(createdAt) })}
      columns={columns}
      empty={<EmptyState glyph="archive" title={t('list.empty')} />}
    />
  )
}

function State({ backup }: { backup: Backup }) {
  const { t } = useTranslation('backups')
  const { kind, state, error, errorDetail, missingFiles, hasFile } = backup
  return (
    <>
      <Tag color={stateColors[state]}>{t(`state.${state}`)}</Tag>
      {error && <span className={shared.smallLine}>{t(`error.${error}`)}</span>}
      {errorDetail && (
        <span className={shared.smallLine} lang="en">
          {errorDetail}
        </span>
      )}
      {missingFiles > 0 && (
        <span className={shared.smallLine}>{t('list.missingFiles', { count: missingFiles })}</span>
      )}
      {state === 'done' && kind !== 'restore' && !hasFile && (
        <span className={shared.smallLine}>{t('list.noFile')}</span>
      )}
    </>
  )
}
