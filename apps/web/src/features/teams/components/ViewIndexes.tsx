/** The indexes kept for views and smart collections: what for, how large, how often used. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataView as SavedView, ViewIndex } from '@muster/contract/views/views.schema'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import styles from '../../../ui/shared.module.css'
import { fieldTitle } from '../../fields/public.ts'
import { collectionsQuery } from '../selected-team.ts'
import classes from './ViewIndexes.module.css'

export function ViewIndexes({ teamId }: { teamId: number }) {
  const { t } = useTranslation('teams')
  const format = useFormat()
  const params = { teamId }
  const indexes = useApi(api.views.indexes, { params })
  const views = useApi(api.views.list, { params, query: {} })
  const collections = useQuery(collectionsQuery(teamId))
  const known = {
    teamId,
    views: views.data?.items ?? [],
    collections: collections.data?.dataCollection ?? [],
  }
  return (
    <section className={styles.shrink} aria-label={t('viewIndexes.title')}>
      <h2 className={classes.title}>{t('viewIndexes.title')}</h2>
      <p className={classes.text}>{t('viewIndexes.text')}</p>
      <DataTable<ViewIndex>
        label={t('viewIndexes.title')}
        rows={indexes.data?.items}
        rowKey={({ name }) => name}
        initialSort={{ key: 'size', isDescending: true }}
        isLoading={indexes.isPending}
        error={indexes.error}
        errorTitle={t('viewIndexes.error')}
        onRetry={indexes.refetch}
        empty={<EmptyState glyph="table" title={t('viewIndexes.none')} />}
        columns={[
          {
            key: 'index',
            title: t('viewIndexes.index'),
            render: (index) => <What index={index} {...known} />,
          },
          { key: 'for', title: t('viewIndexes.for'), render: (index) => <For index={index} {...known} /> },
          {
            key: 'size',
            title: t('viewIndexes.size'),
            align: 'right',
            sortBy: ({ sizeBytes }) => sizeBytes,
            render: ({ status, sizeBytes }) =>
              status === 'ready' ? format.bytes(sizeBytes) : t(`viewIndexes.state.${status}`),
          },
          {
            key: 'uses',
            title: t('viewIndexes.uses'),
            align: 'right',
            isMinor: true,
            sortBy: ({ uses }) => uses,
            render: ({ uses }) => format.number(uses),
          },
          {
            key: 'last',
            title: t('viewIndexes.last'),
            isMinor: true,
            sortBy: ({ lastUsedAt }) => lastUsedAt,
            // PostgreSQL 15 does not record when an index was used.
            render: ({ lastUsedAt, uses }) =>
              lastUsedAt !== null ? format.dateTime(lastUsedAt) : uses > 0 ? '–' : t('viewIndexes.never'),
          },
        ]}
      />
    </section>
  )
}

interface Known {
  index: ViewIndex
  teamId: number
  views: readonly SavedView[]
  collections: readonly DataCollection[]
}

/** The collection, the fields in order, and the kind of condition. */
function What({ index, collections }: Known) {
  const { t } = useTranslation('teams')
  const collection = collections.find(({ id }) => id === index.dataCollectionId)
  const titles = index.columns.map((column) => {
    const field = collection?.DataFields.find(({ columnName }) => columnName === column)
    return field ? fieldTitle(field, currentLanguage()) : column
  })
  return (
    <>
      {collection?.pluralName ?? `#${index.dataCollectionId}`}
      <span className={styles.smallLine}>
        {titles.join(', ')} · {t(`viewIndexes.kind.${index.kind}`)}
      </span>
    </>
  )
}

/** Personal views of others are only counted. */
function For({ index, teamId, views, collections }: Known) {
  const { t } = useTranslation('teams')
  const base = `/team-${teamId}/admin`
  const named = views.filter(({ id }) => index.dataViewIds.includes(id))
  const smart = collections.filter(({ id }) => index.smartDataCollectionIds.includes(id))
  const others = index.dataViewIds.length - named.length
  return (
    <ul className={styles.plainList}>
      {smart.map(({ id, pluralName }) => (
        <li key={id}>
          <AppLink href={`${base}/data-collections/${id}/details`}>{pluralName}</AppLink>
        </li>
      ))}
      {named.map(({ id, internalName }) => (
        <li key={id}>
          <AppLink href={`${base}/data-views/${id}/details`}>{internalName}</AppLink>
        </li>
      ))}
      {others > 0 && <li>{t('viewIndexes.personal', { count: others })}</li>}
    </ul>
  )
}
