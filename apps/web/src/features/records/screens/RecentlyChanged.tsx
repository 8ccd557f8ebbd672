/** Records changed lately: what happened, where, who, when. */

import { Avatar, Select } from '@mantine/core'
import { logEventTypes, type RecentChange } from '@muster/contract/operations/operations.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Chip, useCollections } from '../../fields/public.ts'
import { useUndoKeys } from '../../operations/public.ts'
import { useTeamId } from '../../teams/public.ts'
import classes from './RecentlyChanged.module.css'

export function RecentlyChanged() {
  const { t } = useTranslation(['records', 'common', 'shell'])
  const teamId = useTeamId()
  const format = useFormat()
  const collections = useCollections(teamId)
  const [type, setType] = useState<string | null>(null)
  const query = useApi(api.operations.recentChanges, { params: { teamId }, query: { limit: 200 } })
  useUndoKeys(teamId)
  const collectionOf = ({ dataCollectionId }: RecentChange) =>
    collections.find((one) => one.id === dataCollectionId)
  const types = logEventTypes.map((value) => ({ value, label: t(`records:recent.${value}`) }))
  return (
    <>
      <PageHeader title={t('shell:nav.recent')} glyph="clock" />
      <PageBody isWide>
        <div className={classes.tools}>
          <Select
            size="xs"
            w={220}
            clearable
            aria-label={t('records:recent.type')}
            placeholder={t('records:recent.allTypes')}
            data={types}
            value={type}
            onChange={setType}
          />
        </div>
        <DataTable
          label={t('shell:nav.recent')}
          rows={query.data?.items.filter((item) => type === null || item.type === type)}
          rowKey={(item) => `${item.recordId} ${item.at} ${item.type}`}
          rowUrl={(item) => `/team-${teamId}/data-records/${item.recordId}`}
          isLoading={query.isPending}
          error={query.error}
          onRetry={() => query.refetch()}
          empty={<EmptyState glyph="clock" title={t('records:recent.empty')} />}
          columns={[
            {
              key: 'name',
              title: t('records:recent.record'),
              sortBy: (item) => item.name,
              render: (item) => (
                <span className={classes.name}>
                  {item.avatar && <Avatar src={item.avatar} size={20} alt="" />}
                  {item.name || t('records:record.unnamed')}
                </span>
              ),
            },
            {
              key: 'type',
              title: t('records:recent.what'),
              sortBy: (item) => item.type,
              render: (item) => t(`records:recent.${item.type}`),
            },
            {
              key: 'collection',
              title: t('records:recent.collection'),
              isMinor: true,
              sortBy: (item) => collectionOf(item)?.pluralName ?? null,
              render: (item) => {
                const collection = collectionOf(item)
                return collection && <Chip text={collection.pluralName} icon={collection.icon} />
              },
            },
            {
              key: 'by',
              title: t('records:recent.by'),
              isMinor: true,
              sortBy: (item) => item.by?.name ?? null,
              render: (item) => item.by?.name ?? t('records:history.system'),
            },
            {
              key: 'at',
              title: t('records:recent.at'),
              sortBy: (item) => Date.parse(item.at),
              render: (item) => (
                <time dateTime={item.at} title={format.fullDateTime(item.at)}>
                  {format.relative(item.at)}, {format.time(item.at)}
                </time>
              ),
            },
          ]}
        />
      </PageBody>
    </>
  )
}
