/** Members of a plain collection, ordered by dragging or by keyboard. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { SortableList, SortableRow } from '../../../ui/SortableList.tsx'
import styles from '../../../ui/shared.module.css'
import { moved } from '../moved.ts'
import { usePlace } from '../use-place.ts'
import classes from './Membership.module.css'

/** Longer lists cannot be dragged; the members after these keep their order. */
const most = 200

export function ArrangeDialog({
  teamId,
  dataCollectionId,
  name,
  onClose,
}: {
  teamId: number
  dataCollectionId: number
  name: string
  onClose(): void
}) {
  const { t } = useTranslation('membership')
  const params = { teamId, dataCollectionId }
  const query = useQuery({
    queryKey: [...queryKeyOf(api.records.query, { params }), 'arrange'],
    queryFn: ({ signal }) =>
      call(api.records.query, { params, body: { limit: most, fields: [], count: 'exact' } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const [wanted, setWanted] = useState<readonly number[] | null>(null)
  const items = query.data?.items
  // Back to the order of the server.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every answer
  useEffect(() => setWanted(null), [items])
  const place = usePlace(teamId, dataCollectionId, (isPlaced) => {
    if (!isPlaced) setWanted(null)
    void query.refetch()
  })
  if (query.isError) {
    return (
      <Dialog title={t('arrange.title', { name })} onClose={onClose}>
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      </Dialog>
    )
  }
  const names = new Map(items?.map((item) => [item.id, item.name || t('unnamed')]))
  const ids = wanted ?? [...names.keys()]
  const reorder = (next: number[]) => {
    const move = moved(ids, next)
    if (!move) return
    setWanted(next)
    void place({ id: move.id, name: names.get(move.id) ?? '' }, move.afterId)
  }
  const rest = (query.data?.total ?? 0) - names.size
  return (
    <Dialog title={t('arrange.title', { name })} onClose={onClose}>
      {items ? (
        <>
          <p className={styles.smallLine}>{t('arrange.help')}</p>
          <SortableList ids={ids} nameOf={(id) => names.get(id) ?? ''} onReorder={reorder}>
            <ol className={classes.arranged} aria-label={name}>
              {ids.map((id) => (
                <SortableRow
                  key={id}
                  id={id}
                  label={t('arrange.move', { name: names.get(id) ?? '' })}
                  className={classes.row}
                >
                  {names.get(id)}
                </SortableRow>
              ))}
            </ol>
          </SortableList>
          {rest > 0 && <p className={styles.smallLine}>{t('arrange.rest', { count: rest })}</p>}
        </>
      ) : (
        <FormSkeleton rowCount={5} />
      )}
    </Dialog>
  )
}
