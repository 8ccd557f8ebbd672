/** A person's bookmarked records with their memos. */
import { Avatar, Button } from '@mantine/core'
import type { Bookmark } from '@muster/contract/bookmarks/bookmarks.api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { Chip, useCollections } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { MemoDialog } from '../components/MemoDialog.tsx'
import classes from './Bookmarked.module.css'

const pageSize = 200

export function Bookmarked() {
  const { t } = useTranslation(['bookmarks', 'common', 'shell', 'teams'])
  const teamId = useTeamId()
  const format = useFormat()
  const collections = useCollections(teamId)
  const [edited, setEdited] = useState<Bookmark | null>(null)
  const query = useInfiniteQuery({
    queryKey: [...queryKeyOf(api.bookmarks.list, { params: { teamId } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.bookmarks.list,
        { params: { teamId }, query: { limit: pageSize, ...(pageParam ? { after: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  const remove = async ({ recordId, name, memo }: Bookmark) => {
    const params = { teamId, dataRecordId: recordId }
    try {
      await call(api.bookmarks.remove, { params })
      toast.undo(t('bookmarks:removed', { name }), async () => {
        await call(api.bookmarks.put, { params, body: { memo } })
        void query.refetch()
      })
    } catch {
      toast.error(t('bookmarks:error.toggle'))
    }
    void query.refetch()
  }
  const nameOf = (id: number) => collections.find((one) => one.id === id)
  return (
    <>
      <PageHeader title={t('shell:nav.bookmarked')} glyph="bookmark" />
      <PageBody isWide>
        <DataTable
          label={t('shell:nav.bookmarked')}
          rows={query.data?.pages.flatMap(({ items }) => items)}
          rowKey={({ recordId }) => recordId}
          rowUrl={({ recordId }) => `/team-${teamId}/data-records/${recordId}`}
          rowMenu={(bookmark) => [
            { label: t('bookmarks:edit'), glyph: 'edit', action: () => setEdited(bookmark) },
            { label: t('bookmarks:remove'), glyph: 'bookmark', action: () => void remove(bookmark) },
          ]}
          menuLabel={({ name, recordId }) => t('common:reorder.actionsFor', { name: name || `#${recordId}` })}
          isLoading={query.isPending}
          error={query.error}
          errorTitle={t('teams:dashboard.error.bookmarks')}
          onRetry={() => query.refetch()}
          empty={
            <EmptyState
              glyph="bookmark"
              title={t('teams:dashboard.noBookmarks')}
              text={t('teams:dashboard.noBookmarksText')}
            />
          }
          columns={[
            {
              key: 'name',
              title: t('bookmarks:column.record'),
              sortBy: ({ name }) => name,
              render: ({ name, avatar, recordId }) => (
                <span className={styles.named}>
                  {avatar && <Avatar src={avatar} size={20} alt="" />}
                  {name || `#${recordId}`}
                </span>
              ),
            },
            {
              key: 'collections',
              title: t('bookmarks:column.collections'),
              isMinor: true,
              render: ({ dataCollectionIds }) => (
                <span className={styles.chips}>
                  {dataCollectionIds.map((id) => {
                    const collection = nameOf(id)
                    return collection && <Chip key={id} text={collection.pluralName} icon={collection.icon} />
                  })}
                </span>
              ),
            },
            {
              key: 'memo',
              title: t('bookmarks:column.memo'),
              sortBy: ({ memo }) => memo,
              render: ({ memo }) => <span className={classes.memo}>{memo}</span>,
            },
            {
              key: 'at',
              title: t('bookmarks:column.at'),
              isMinor: true,
              sortBy: ({ bookmarkedAt }) => Date.parse(bookmarkedAt),
              render: ({ bookmarkedAt }) => (
                <time dateTime={bookmarkedAt} title={format.fullDateTime(bookmarkedAt)}>
                  {format.relative(bookmarkedAt)}
                </time>
              ),
            },
          ]}
        />
        {query.hasNextPage && (
          <Button
            mt="md"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('bookmarks:more')}
          </Button>
        )}
      </PageBody>
      {edited && (
        <MemoDialog
          teamId={teamId}
          {...edited}
          onSaved={() => void query.refetch()}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
