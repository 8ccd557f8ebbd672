/** /team-{id}/admin/data-collections/{id}/data-card-groups: the tabs of its records' pages, in their order. */
import { Button } from '@mantine/core'
import type { DataCard, DataCardGroup } from '@muster/contract/cards/cards.schema'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { HeadCount, HeadRow } from '../../../ui/HeadRow.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { SortableTable } from '../../../ui/SortableTable.tsx'
import table from '../../../ui/Table.module.css'
import { useTeamId } from '../../teams/public.ts'
import { GroupDrawer } from '../components/GroupDrawer.tsx'
import { type CardsAdmin, useCardsAdmin } from '../use-cards-admin.ts'
import { useOpen } from '../use-open.ts'
import classes from './lists.module.css'

const noCards: readonly DataCard[] = []

export function DataCardGroups() {
  const { t } = useTranslation(['cards', 'common', 'errors', 'records', 'fields', 'dataTypes', 'filters'])
  const teamId = useTeamId()
  const dataCollectionId = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const admin = useCardsAdmin(teamId, dataCollectionId)
  const { openId, open } = useOpen('group')
  const groups = admin.groups.data?.items
  const cards = admin.cards.data?.items
  const opened = groups?.find(({ id }) => id === openId) ?? null
  const failed = admin.groups.isLoadingError ? admin.groups : admin.cards.isLoadingError ? admin.cards : null
  const add = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => open('new')}>
      {t('groups.new')}
    </Button>
  )
  return (
    <PageBody isWide>
      <HeadRow start={<HeadCount>{groups && t('groups.count', { count: groups.length })}</HeadCount>}>
        {add}
      </HeadRow>
      {failed ? (
        <ErrorState
          error={failed.error}
          title={t(admin.groups.isLoadingError ? 'groups.loadFailed' : 'cards.loadFailed')}
          onRetry={failed.refetch}
        />
      ) : !groups || !cards ? (
        <TableSkeleton columns={3} />
      ) : groups.length === 0 ? (
        <EmptyState glyph="dashboard" title={t('groups.none')} text={t('groups.noneText')} action={add} />
      ) : (
        <GroupTable groups={groups} cards={cards} admin={admin} onOpen={open} />
      )}
      {(openId === 'new' || opened) && cards && (
        <GroupDrawer
          key={openId}
          admin={admin}
          dataCollectionId={dataCollectionId}
          group={opened}
          cards={cards ?? noCards}
          onClose={() => open(null)}
        />
      )}
    </PageBody>
  )
}

function GroupTable({
  groups,
  cards,
  admin,
  onOpen,
}: {
  groups: readonly DataCardGroup[]
  cards: readonly DataCard[]
  admin: CardsAdmin
  onOpen(id: number): void
}) {
  const { t } = useTranslation(['cards', 'common'])
  const format = useFormat()
  return (
    <SortableTable
      label={t('groups.list')}
      rows={groups}
      nameOf={({ name }) => name}
      onReorder={(ids) => void admin.reorderGroups(ids)}
      menuOf={(group) => [
        { label: t('common:edit'), glyph: 'edit', action: () => onOpen(group.id) },
        {
          label: t('common:delete'),
          glyph: 'trash',
          isSeparated: true,
          action: () => admin.removeGroup(group),
        },
      ]}
      columns={[
        {
          key: 'name',
          title: t('common:name'),
          render: ({ id, name, icon }) => (
            <span className={`${table.title} ${classes.name}`}>
              <Icon name={icon} size={14} />
              <button type="button" onClick={() => onOpen(id)}>
                {name}
              </button>
            </span>
          ),
        },
        {
          key: 'cards',
          title: t('groups.cards'),
          className: classes.cards,
          render: ({ dataCardIds }) =>
            dataCardIds.length === 0
              ? t('groups.noCards')
              : format.list(dataCardIds.flatMap((id) => cards.find((card) => card.id === id)?.title ?? [])),
        },
      ]}
    />
  )
}
