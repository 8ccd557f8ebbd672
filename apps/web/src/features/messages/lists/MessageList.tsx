/** /team-{id}/outgoing-messages/drafts, scheduled, sent and archived. */
import { Button } from '@mantine/core'
import type { MessageList as ListName } from '@muster/contract/messages/messages.machine'
import type { ListedMessage } from '@muster/contract/messages/messages.schema'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph, type GlyphName } from '../../../ui/Glyph.tsx'
import { ListTools } from '../../../ui/ListTools.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import shared from '../../../ui/shared.module.css'
import { useTeamId } from '../../teams/public.ts'
import { Moment } from '../components/Moment.tsx'
import { StatusTag } from '../components/StatusTag.tsx'
import { Progress } from './Progress.tsx'
import { useMessageMenu } from './use-message-menu.ts'
import { useMessagePages } from './use-message-pages.ts'

type ColumnKey = 'createdAt' | 'ownedBy' | 'status' | 'type' | 'scheduledAt' | 'sentAt'

/** The columns of each list besides the name (spec sections 3 and 9). */
const lists: Record<ListName, { glyph: GlyphName; columns: readonly ColumnKey[] }> = {
  drafts: { glyph: 'draft', columns: ['createdAt', 'ownedBy', 'status', 'type'] },
  scheduled: {
    glyph: 'calendar',
    columns: ['createdAt', 'ownedBy', 'status', 'type', 'scheduledAt'],
  },
  sent: { glyph: 'send', columns: ['createdAt', 'ownedBy', 'status', 'type', 'scheduledAt', 'sentAt'] },
  archived: {
    glyph: 'archive',
    columns: ['createdAt', 'ownedBy', 'status', 'type', 'scheduledAt', 'sentAt'],
  },
}

export function MessageList({ list }: { list: ListName }) {
  const { t } = useTranslation(['messages', 'common', 'shell'])
  const { base, urlOf, rowMenu } = useMessageMenu()
  const { pages, sort, setSort, search, setSearch, isSearching } = useMessagePages(useTeamId(), list)
  const { glyph, columns } = lists[list]
  const title = t(`shell:nav.${list}`)
  const all = useColumns()
  const create = (
    <Button component={AppLink} href={`${base}/new`} leftSection={<Glyph name="plus" />}>
      {t('messages:new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={title} glyph={glyph} action={create} />
      <PageBody isWide>
        <ListTools label={t('messages:list.search')} search={search} onSearch={setSearch} />
        <DataTable
          label={title}
          {...pages}
          rowKey={({ id }) => id}
          rowUrl={(message) => urlOf(message)}
          rowMenu={rowMenu}
          menuLabel={({ internalName }) => t('common:reorder.actionsFor', { name: internalName })}
          columns={[all.internalName, ...columns.map((key) => all[key])]}
          sort={sort}
          onSort={setSort}
          errorTitle={t(`messages:list.failed.${list}`)}
          empty={
            isSearching ? (
              <EmptyState glyph="search" title={t('common:noResults')} />
            ) : (
              <EmptyState
                glyph={glyph}
                title={t(`messages:list.none.${list}`)}
                text={t(`messages:list.noneText.${list}`)}
                action={list === 'drafts' ? create : undefined}
              />
            )
          }
        />
      </PageBody>
    </>
  )
}

function useColumns(): Record<ColumnKey | 'internalName', DataTableColumn<ListedMessage>> {
  const { t } = useTranslation('messages')
  const moment = (key: 'createdAt' | 'scheduledAt' | 'sentAt'): DataTableColumn<ListedMessage> => ({
    key,
    title: t(`column.${key}`),
    width: 160,
    isSortable: true,
    isMinor: true,
    render: (message) => <Moment at={message[key]} />,
  })
  return {
    internalName: {
      key: 'internalName',
      title: t('column.internalName'),
      isSortable: true,
      render: ({ internalName, isAutomatic }) => (
        <>
          {internalName}
          {isAutomatic && <span className={shared.smallLine}>{t('automatic')}</span>}
        </>
      ),
    },
    createdAt: moment('createdAt'),
    ownedBy: {
      key: 'ownedBy',
      title: t('column.ownedBy'),
      width: 160,
      isSortable: true,
      isMinor: true,
      render: ({ ownedBy }) => ownedBy?.name ?? '',
    },
    status: {
      key: 'status',
      title: t('column.status'),
      width: 170,
      isSortable: true,
      render: (message) => (
        <span className={shared.chips}>
          <StatusTag status={message.status} isPaused={message.pausedAt !== null} />
          {message.status === 'SENDING' && <Progress counts={message.counts} isSmall />}
        </span>
      ),
    },
    type: {
      key: 'type',
      title: t('column.type'),
      width: 190,
      isSortable: true,
      isMinor: true,
      render: ({ deliveryMethodId, contentTypeId }) =>
        t('typeOf', { method: t(`method.${deliveryMethodId}`), type: t(`type.${contentTypeId}`) }),
    },
    scheduledAt: moment('scheduledAt'),
    sentAt: moment('sentAt'),
  }
}
