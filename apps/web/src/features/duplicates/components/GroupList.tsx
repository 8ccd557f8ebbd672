/** The groups of a search as one list with arrow keys; virtual, so that it can have any length. */
import type { DuplicateGroup } from '@muster/contract/duplicates/duplicates.schema'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Tag } from '../../../ui/Tag.tsx'
import classes from './GroupList.module.css'

const rowHeight = 56

export function GroupList({
  total,
  at,
  selected,
  onSelect,
  onVisible,
}: {
  total: number
  at(index: number): DuplicateGroup | undefined
  /** Number of the group being compared. */
  selected: number | null
  onSelect(group: DuplicateGroup): void
  onVisible(first: number, last: number): void
}) {
  const { t } = useTranslation('duplicates')
  const format = useFormat()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const latestOnVisible = useRef(onVisible)
  latestOnVisible.current = onVisible
  useEffect(() => latestOnVisible.current(first, last), [first, last])
  const selectedIndex = items.find(({ index }) => at(index)?.n === selected)?.index ?? null

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -total, End: total }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(total - 1, Math.max(0, (selectedIndex ?? -1) + step))
    virtual.scrollToIndex(next)
    const group = at(next)
    if (group) onSelect(group)
  }
  const idOf = (index: number) => `duplicate-group-${index}`
  return (
    <div
      ref={scroller}
      className={classes.scroll}
      role="listbox"
      aria-label={t('groups')}
      tabIndex={0}
      aria-activedescendant={selectedIndex === null ? undefined : idOf(selectedIndex)}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
        {items.map(({ index, start }) => {
          const group = at(index)
          const isSelected = group !== undefined && group.n === selected
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding list box handles the keys
            <div
              key={index}
              id={idOf(index)}
              role="option"
              tabIndex={-1}
              aria-selected={isSelected}
              aria-posinset={index + 1}
              aria-setsize={total}
              className={classes.row}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              onClick={() => group && onSelect(group)}
            >
              {group ? (
                <>
                  <span className={classes.names}>{namesOf(group)}</span>
                  <span className={classes.details}>
                    {group.size < 2
                      ? t('resolved')
                      : t('records', { count: group.size, records: format.number(group.size) })}
                    <Tag color={group.isCertain ? 'green' : 'yellow'}>
                      {t(
                        group.isCertain
                          ? 'certain'
                          : group.certainty > 89
                            ? 'probable'
                            : group.certainty > 40
                              ? 'possible'
                              : 'doubtful',
                      )}
                    </Tag>
                  </span>
                </>
              ) : (
                <span className={classes.skeleton} aria-hidden="true" />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The names, each once. */
function namesOf({ records }: DuplicateGroup): string {
  return [...new Set(records.map(({ id, name }) => name || `#${id}`))].join(' · ')
}
