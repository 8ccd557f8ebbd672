/** The state of a board, and optimistic moves of its cards, reverted where the server refuses. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../../lib/errors.ts'
import { toast } from '../../../../ui/toasts.ts'
import { type FieldContext, fieldContextOf } from '../../../fields/public.ts'
import type { ViewSource } from '../../source.ts'
import type { BoardSource, CardPlace } from './board.ts'
import { type BoardColumn, boardColumns, type Moving, withColumn } from './columns.ts'

export interface Kanban {
  /** Null before the first answer. */
  columns: readonly BoardColumn[] | null
  error: unknown
  retry(): void
  moving: readonly Moving[]
  /** Null where cards stay where they are. */
  move: ((record: DataRecord, from: BoardColumn, to: BoardColumn, place: CardPlace | null) => void) | null
}

const noMoves: readonly Moving[] = []

export function useKanban(
  source: Pick<ViewSource, 'key'>,
  board: BoardSource,
  context: FieldContext,
): Kanban {
  const { t } = useTranslation('kanban')
  const errorText = useErrorText()
  const [moving, setMoving] = useState(noMoves)
  const counts = useQuery({
    queryKey: [...source.key, 'counts'],
    queryFn: ({ signal }) => board.counts(signal),
    placeholderData: keepPreviousData,
  })
  const known = useQuery({
    queryKey: [...source.key, 'columns', board.field.id, context.format.language],
    queryFn: ({ signal }) => board.columns(signal),
    placeholderData: keepPreviousData,
  })
  const noValue = board.texts?.noValue ?? t('noValue')
  const isAlwaysShown = !board.texts && !board.field.isRequired
  const columns = useMemo(() => {
    if (!counts.data || !known.data) return null
    const { linked } = fieldContextOf(context, counts.data.linked)
    return boardColumns(board.field, known.data, counts.data, linked, moving, { noValue, isAlwaysShown })
  }, [counts.data, known.data, board.field, moving, context, noValue, isAlwaysShown])

  const latest = useRef(board)
  latest.current = board
  // A card that is moved twice is written twice, in this order.
  const queue = useRef(Promise.resolve())
  const run = useCallback(
    (record: DataRecord, from: BoardColumn, to: BoardColumn, place: CardPlace | null): void => {
      const { field, isOrdered } = latest.current
      if (from.key === to.key && !place) return
      const moved: Moving = {
        record: withColumn(record, field, to.value),
        from: from.key,
        to: to.key,
        ...(isOrdered ? { beforeId: place?.others[place.index]?.id ?? null } : {}),
      }
      setMoving((now) => [...now.filter((one) => one.record.id !== record.id), moved])
      queue.current = queue.current.then(async () => {
        const { move, refresh } = latest.current
        try {
          await move?.(record, to.value, to.name, place)
        } catch (error) {
          const name = record.name || t('unnamed')
          toast.error(`${t('notMoved', { name })} ${errorText(error)}`, {
            label: t('retry'),
            run: () => run(record, from, to, place),
          })
        }
        // The server's state replaces the moving card; if the refetch fails, the card is not lost.
        await refresh().catch(() => {})
        setMoving((now) => now.filter((one) => one !== moved))
      })
    },
    [t, errorText],
  )
  return {
    columns,
    error: counts.data && known.data ? null : (counts.error ?? known.error),
    retry: () => void Promise.all([counts.refetch(), known.refetch()]),
    moving,
    move: board.move ? run : null,
  }
}
