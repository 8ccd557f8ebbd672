/** Which columns show, in which order: the keyboard's way to do what the mouse does on headers. */
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import { type Column, type GridLayout, withMove, withPin, withVisibility } from '../data/layout.ts'
import classes from './ColumnsPanel.module.css'

/** Below this number of columns there is no search. */
const searchFrom = 12

export function ColumnsPanel({
  columns,
  titleOf,
  canPin,
  onLayout,
  onReset,
}: {
  columns: readonly Column[]
  titleOf(column: Column): string
  canPin: boolean
  onLayout(change: (layout: GridLayout) => GridLayout): void
  onReset(): void
}) {
  const { t } = useTranslation(['records', 'common'])
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const listed = columns.filter((column) => titleOf(column).toLowerCase().includes(words))
  const move = (column: Column, by: number) => {
    const at = columns.indexOf(column)
    // To move past the next column, insert before the one after it.
    const before = columns[by > 0 ? at + 2 : at - 1]
    onLayout((layout) => withMove(layout, columns, column.id, before?.id ?? null))
  }
  return (
    <>
      {columns.length > searchFrom && (
        <TextInput
          size="xs"
          mb="xs"
          aria-label={t('records:columns.search')}
          placeholder={t('common:search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul className={classes.list}>
        {listed.map((column) => {
          const title = titleOf(column)
          const at = columns.indexOf(column)
          return (
            <li key={column.id} className={classes.row}>
              <Checkbox
                size="xs"
                className={classes.check}
                label={title}
                checked={!column.isHidden}
                disabled={column.isName}
                onChange={(event) => {
                  const isShown = event.currentTarget.checked
                  onLayout((layout) => withVisibility(layout, column.id, isShown))
                }}
              />
              {!column.isName && (
                <span className={classes.tools}>
                  <ActionIcon
                    size={24}
                    aria-label={t('records:columns.up', { title })}
                    disabled={at <= 1}
                    onClick={() => move(column, -1)}
                  >
                    <Glyph name="arrowUp" size={12} />
                  </ActionIcon>
                  <ActionIcon
                    size={24}
                    aria-label={t('records:columns.down', { title })}
                    disabled={at === columns.length - 1}
                    onClick={() => move(column, 1)}
                  >
                    <Glyph name="arrowDown" size={12} />
                  </ActionIcon>
                  {canPin && (
                    <ActionIcon
                      size={24}
                      aria-label={t(column.isPinned ? 'records:columns.unpin' : 'records:columns.pin', {
                        title,
                      })}
                      aria-pressed={column.isPinned}
                      className={classes.pin}
                      onClick={() => onLayout((layout) => withPin(layout, column.id, !column.isPinned))}
                    >
                      <Glyph name="pin" size={12} />
                    </ActionIcon>
                  )}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <Button size="xs" variant="subtle" color="gray" mt="xs" onClick={onReset}>
        {t('records:columns.reset')}
      </Button>
    </>
  )
}
