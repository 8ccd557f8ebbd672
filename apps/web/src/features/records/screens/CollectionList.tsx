/** The team's collections, as a tree with their counts. */

import { Button, TextInput } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { inTreeOrder } from '../../fields/public.ts'
import { collectionsQuery, useCan, useTeamId } from '../../teams/public.ts'
import classes from './CollectionList.module.css'

/** Fewer than these are found without searching. */
const searchFrom = 10

export function CollectionList() {
  const { t } = useTranslation(['records', 'common', 'shell'])
  const teamId = useTeamId()
  const can = useCan()
  const [search, setSearch] = useState('')
  const query = useQuery(collectionsQuery(teamId))
  const newUrl = `/team-${teamId}/admin/new-data-collection`
  const isAdmin = can('team_admin_data_collections')
  const all = (query.data?.dataCollection ?? []).filter(
    (one) => !one.IsUsedAsCustomList && !one.isDeleted && !one.IsInternalConfiguration,
  )
  const words = search.trim().toLowerCase()
  const listed = inTreeOrder(all).filter(({ collection }) =>
    `${collection.pluralName} ${collection.description}`.toLowerCase().includes(words),
  )
  const create = isAdmin ? (
    <Button component={AppLink} href={newUrl} leftSection={<Glyph name="plus" />}>
      {t('records:collections.create')}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={t('shell:nav.dataCollections')} glyph="table" action={create} />
      <PageBody isWide>
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        ) : query.isPending ? (
          <TableSkeleton columns={3} />
        ) : all.length === 0 ? (
          <EmptyState
            glyph="table"
            title={t('records:collections.empty')}
            text={isAdmin ? undefined : t('records:collections.ask')}
            action={create}
          />
        ) : (
          <>
            {all.length >= searchFrom && (
              <TextInput
                size="xs"
                w={240}
                mb="md"
                aria-label={t('records:collections.search')}
                placeholder={t('common:search')}
                leftSection={<Glyph name="search" size={14} />}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            )}
            {listed.length === 0 && <p className={classes.none}>{t('common:noResults')}</p>}
            <ul className={classes.list}>
              {listed.map(({ collection, depth }) => (
                <Row key={collection.id} teamId={teamId} collection={collection} depth={words ? 0 : depth} />
              ))}
            </ul>
          </>
        )}
      </PageBody>
    </>
  )
}

function Row({ teamId, collection, depth }: { teamId: number; collection: DataCollection; depth: number }) {
  const { t } = useTranslation(['records'])
  const format = useFormat()
  const { countDataObject: count, countIsExact } = collection
  return (
    <li className={classes.row} style={{ paddingLeft: 8 + depth * 24 }}>
      <span className={classes.icon}>
        <Icon name={collection.icon} size={15} />
      </span>
      <span className={classes.text}>
        <AppLink href={`/team-${teamId}/data-collections/${collection.id}/records`} className={classes.link}>
          {collection.pluralName}
        </AppLink>
        {collection.description && <span className={classes.description}>{collection.description}</span>}
      </span>
      {collection.isSmartCollection && <span className={classes.kind}>{t('records:collections.smart')}</span>}
      <span className={classes.count}>
        {count === null
          ? ''
          : t('records:list.count', { count, number: `${countIsExact ? '' : '≈ '}${format.number(count)}` })}
      </span>
    </li>
  )
}
