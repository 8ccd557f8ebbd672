/** One column of a board: its header, and its cards, which load on scroll. */
import { useDroppable } from '@dnd-kit/core'
import { Button } from '@mantine/core'
import { useIntersection, useMergedRef } from '@mantine/hooks'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentProps, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../../lib/errors.ts'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { Chip, fieldContextOf } from '../../../fields/public.ts'
import type { ViewSource } from '../../source.ts'
import type { BoardSource } from './board.ts'
import { type BoardColumn, cardsOf, conditionOf, type Moving } from './columns.ts'
import { isOnCard } from './focus.ts'
import classes from './Kanban.module.css'
import { KanbanCard } from './KanbanCard.tsx'

const pageSize = 40
/** Estimate for a card with two fields; cards are measured. */
const cardHeight = 92

const noCards: readonly DataRecord[] = []

type CardProps = ComponentProps<typeof KanbanCard>

export interface KanbanColumnProps extends Pick<CardProps, 'look' | 'context' | 'columns' | 'move' | 'drag'> {
  source: Pick<ViewSource, 'key' | 'query'>
  board: BoardSource
  column: BoardColumn
  moving: readonly Moving[]
  isFolded: boolean
  onFold(isFolded: boolean): void
  /** Fills the screen of a phone; its name is above it. */
  isAlone: boolean
  /** A card that was just dropped here by keyboard, and gets the focus. */
  landed: number | null
  onLanded(): void
}

export function KanbanColumn(props: KanbanColumnProps) {
  const { board, column, isFolded, onFold, isAlone, drag, landed, onLanded } = props
  const { t } = useTranslation('kanban')
  const { setNodeRef } = useDroppable({ id: `column ${column.key}`, data: { columnKey: column.key } })
  const unfold = useRef<HTMLButtonElement>(null)
  const section = useRef<HTMLElement>(null)
  const ref = useMergedRef(section, setNodeRef)
  const isOver = drag.dragged?.to === column.key
  const isShownOver = isOver && drag.dragged?.by === 'keyboard'
  useEffect(() => {
    if (isShownOver) section.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isShownOver])
  useEffect(() => {
    if (!isFolded || landed === null) return
    unfold.current?.focus()
    onLanded()
  }, [isFolded, landed, onLanded])
  const count = props.context.format.number(column.count)
  const label = t('column', { name: column.name, count: column.count, number: count })
  if (isFolded) {
    return (
      <section ref={ref} className={classes.folded} data-over={isOver || undefined} aria-label={label}>
        <button
          ref={unfold}
          type="button"
          className={classes.unfold}
          aria-expanded={false}
          aria-label={t('unfold', { name: column.name })}
          onClick={() => onFold(false)}
        >
          <Glyph name="chevronRight" size={14} />
          <span className={classes.count}>{count}</span>
          <span className={classes.foldedName}>{column.name}</span>
        </button>
      </section>
    )
  }
  return (
    <section
      ref={ref}
      className={isAlone ? classes.alone : classes.column}
      data-over={isOver || undefined}
      data-column={column.key}
      aria-label={label}
    >
      {!isAlone && (
        <header className={classes.columnHead}>
          {column.color ? (
            <Chip text={column.name} color={column.color} />
          ) : (
            <h2 className={classes.columnName}>{column.name}</h2>
          )}
          <span className={classes.count}>{count}</span>
          <span className={classes.tools}>
            {board.onFolded && (
              <IconButton
                glyph="chevronLeft"
                size={24}
                label={t('fold', { name: column.name })}
                aria-expanded
                onClick={() => onFold(true)}
              />
            )}
            {board.add && (
              <IconButton
                glyph="plus"
                size={24}
                label={t('add', { name: column.name })}
                onClick={() => board.add?.(column)}
              />
            )}
          </span>
        </header>
      )}
      <Cards {...props} label={label} />
    </section>
  )
}

function Cards(props: KanbanColumnProps & { label: string }) {
  const { source, look, context, board, column, columns, moving, move, drag, label, landed, onLanded } = props
  const { t } = useTranslation(['kanban', 'common'])
  const errorText = useErrorText()
  const { isOrdered = false } = board
  const box = useRef<HTMLDivElement | null>(null)
  const [stop, setStop] = useState<number | null>(null)
  // Columns out of view fetch nothing.
  const { ref: seenRef, entry } = useIntersection({ rootMargin: '200px' })
  const boxRef = useMergedRef(box, seenRef)
  const [isSeen, setSeen] = useState(false)
  if (entry?.isIntersecting && !isSeen) setSeen(true)
  const pages = useInfiniteQuery({
    queryKey: [...source.key, 'column', column.key],
    queryFn: ({ pageParam, signal }) =>
      source.query(
        { where: conditionOf(board.field, column.value), limit: pageSize, cursor: pageParam },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // The position of a card is known only among the others.
    enabled: (isSeen || isOrdered) && column.count > 0,
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isError } = pages
  const cards = useMemo(
    () => cardsOf(column.key, data?.pages.flatMap(({ items }) => items) ?? noCards, moving),
    [column.key, data, moving],
  )
  const named = useMemo(
    () => fieldContextOf(context, Object.assign({}, ...(data?.pages.map(({ linked }) => linked) ?? []))),
    [context, data],
  )
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => box.current,
    estimateSize: () => cardHeight,
    getItemKey: (at) => cards[at]?.id ?? at,
    gap: 8,
    overscan: 4,
  })
  const items = virtual.getVirtualItems()
  const isNearEnd = (items.at(-1)?.index ?? 0) >= cards.length - 8
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  const { shelves, dragged } = drag
  useEffect(() => {
    shelves.set(column.key, { cards, hasMore: hasNextPage })
    return () => void shelves.delete(column.key)
  }, [shelves, column.key, cards, hasNextPage])
  // A line marks the drop position.
  const line = isOrdered && dragged?.to === column.key ? dragged.index : null
  const others = cards.filter(({ id }) => id !== dragged?.record.id)
  const before = line === null ? -1 : cards.findIndex(({ id }) => id === others[line]?.id)
  const lineAt = virtual.measurementsCache[before]?.start ?? virtual.getTotalSize()
  useEffect(() => {
    if (line !== null && dragged?.by === 'keyboard')
      virtual.scrollToIndex(before < 0 ? cards.length - 1 : before)
  }, [line, before, dragged?.by, cards.length, virtual])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the card is rendered
  useEffect(() => {
    const at = cards.findIndex(({ id }) => id === landed)
    if (at < 0) return
    goTo(at)
    onLanded()
  }, [landed, cards])
  const goTo = (at: number) => {
    const card = cards[at]
    if (!card) return
    setStop(card.id)
    virtual.scrollToIndex(at)
    // The card is rendered after the scroll.
    const focus = (tries: number) => {
      const link = box.current?.querySelector<HTMLElement>(`[data-card="${card.id}"]`)
      if (link) link.focus()
      else if (tries > 0) requestAnimationFrame(() => focus(tries - 1))
    }
    requestAnimationFrame(() => focus(20))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!isOnCard(event)) return
    const at = cards.findIndex(({ id }) => id === stopId)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: cards.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    goTo(next)
  }
  const stopId = cards.some(({ id }) => id === stop) ? stop : (cards[0]?.id ?? null)
  return (
    <>
      <div
        ref={boxRef}
        data-foot={board.renderFoot ? '' : undefined}
        className={classes.scroll}
        data-cards={column.key}
        aria-busy={pages.isLoading || undefined}
      >
        {(cards.length > 0 || line !== null) && (
          <ul
            onKeyDown={onKeyDown}
            className={classes.cards}
            style={{ height: virtual.getTotalSize() }}
            aria-label={label}
          >
            {items.map(({ index, key, start }) => {
              const record = cards[index]
              if (!record) return null
              return (
                <li
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  className={classes.slot}
                  style={{ transform: `translateY(${start}px)` }}
                  aria-setsize={column.count}
                  aria-posinset={index + 1}
                  onFocus={() => setStop(record.id)}
                >
                  <KanbanCard
                    record={record}
                    column={column}
                    columns={columns}
                    look={look}
                    context={named}
                    isStop={record.id === stopId}
                    isMoving={moving.some((one) => one.record.id === record.id)}
                    isOrdered={isOrdered}
                    move={move}
                    drag={drag}
                    menuOf={board.menuOf}
                  />
                </li>
              )
            })}
            {line !== null && (
              <li
                className={classes.line}
                style={{ transform: `translateY(${lineAt - 5}px)` }}
                aria-hidden="true"
              />
            )}
          </ul>
        )}
        {pages.isLoading && <span className={classes.skeleton} aria-hidden="true" />}
        {isError && (
          <div role="alert" className={classes.failed}>
            <p>{errorText(pages.error)}</p>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void (data ? fetchNextPage() : pages.refetch())}
            >
              {t('common:retry')}
            </Button>
          </div>
        )}
        {(data || column.count === 0) && cards.length === 0 && (
          <p className={classes.empty}>{board.texts?.empty ?? t('kanban:empty')}</p>
        )}
      </div>
      {board.renderFoot && <div className={classes.foot}>{board.renderFoot(column, cards.at(-1))}</div>}
    </>
  )
}
