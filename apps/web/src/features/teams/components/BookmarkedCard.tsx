/** The records a person bookmarked last, each with its memo. */

import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import styles from '../../../ui/shared.module.css'
import classes from '../screens/TeamDashboard.module.css'

const shown = 8

export function BookmarkedCard({ teamId }: { teamId: number }) {
  const { t } = useTranslation(['teams'])
  const format = useFormat()
  const { data, isError, error, refetch } = useApi(api.bookmarks.list, {
    params: { teamId },
    query: { limit: shown },
  })
  return (
    <Card
      headerTitle={t('dashboard.bookmarked')}
      headerIcon="fas fa-bookmark"
      loading={!data && !isError}
      columns={2}
      isCollapsible
      noContentPadding
      cardMenuItems={[
        { label: t('dashboard.showAll'), glyph: 'bookmark', url: `/team-${teamId}/bookmarked` },
      ]}
    >
      {isError ? (
        <ErrorState error={error} title={t('dashboard.error.bookmarks')} onRetry={refetch} />
      ) : data?.items.length === 0 ? (
        <EmptyState
          glyph="bookmark"
          title={t('dashboard.noBookmarks')}
          text={t('dashboard.noBookmarksText')}
        />
      ) : (
        <ul className={classes.rows}>
          {data?.items.map(({ recordId, name, memo, bookmarkedAt }) => (
            <li key={recordId}>
              <Link
                to="/team-{$teamId}/data-records/$dataRecordId"
                params={{ teamId: String(teamId), dataRecordId: String(recordId) }}
                className={classes.row}
              >
                <span className={styles.texts}>
                  <span className={classes.name}>{name || t('dashboard.unnamed', { id: recordId })}</span>
                  {memo && <span className={classes.memo}>{memo}</span>}
                </span>
                <time
                  dateTime={bookmarkedAt}
                  title={format.fullDateTime(bookmarkedAt)}
                  className={classes.count}
                >
                  {format.relative(bookmarkedAt)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
