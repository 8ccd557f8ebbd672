/** One row over a list: search, filter, sort, columns, row height. */

import { Button, Menu, Popover } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter, Sort } from '@muster/contract/filters/ast'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu, type MenuItem } from '../../../ui/ActionMenu.tsx'
import { Anchor } from '../../../ui/Anchor.tsx'
import { Glyph, type GlyphName } from '../../../ui/Glyph.tsx'
import hidden from '../../../ui/hidden.module.css'
import { LazyMenu } from '../../../ui/LazyMenu.tsx'
import type { Linked } from '../../fields/public.ts'
import { countConditions, FilterBuilder, SearchBox, SortEditor } from '../../filters/public.ts'
import type { GroupField } from '../data/groups.ts'
import { type Column, type GridLayout, type RowHeight, rowHeights } from '../data/layout.ts'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { GroupEditor } from './GroupEditor.tsx'
import classes from './Toolbar.module.css'

export type Panel = 'filter' | 'sort' | 'group' | 'columns'

export interface ToolbarProps {
  dataCollectionId: number
  fields: readonly DataField[]
  linked: Linked
  filter: Filter | null
  sort: Sort
  group: readonly GroupField[]
  /** Null where records cannot be grouped. */
  onGroup: ((group: readonly GroupField[]) => void) | null
  onFoldAll(isFolded: boolean): void
  search: string
  onFilter(filter: Filter | null): void
  /** Null where the display determines the order: calendars and maps. */
  onSort: ((sort: Sort) => void) | null
  onSearch(search: string): void
  panel: Panel | null
  onPanel(panel: Panel | null): void
  /** The column whose menu asked for a filter. */
  filterField: string | null
  /** Columns that can be shown and hidden; null where there are none. */
  columns: readonly Column[] | null
  titleOf(column: Column): string
  /** Whether columns are the grid's, with widths, pins and heights. */
  isGrid: boolean
  onResetColumns(): void
  layout: GridLayout
  onLayout(change: (layout: GridLayout) => GridLayout): void
  /** What the list can be saved as. */
  saveItems: readonly MenuItem[]
  /** At the end of the row: the count. */
  children: ReactNode
}

export function Toolbar(props: ToolbarProps) {
  const { filter, sort, columns, isGrid, layout, onLayout, panel } = props
  const { t } = useTranslation(['records', 'filters', 'common'])
  const hidden = columns?.filter(({ isHidden, id }) => isHidden && !id.startsWith('@')).length ?? 0
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('records:toolbar.label')}>
      <div className={classes.search}>
        <SearchBox value={props.search} onChange={props.onSearch} />
      </div>
      <PanelButton
        {...props}
        panel="filter"
        isOpen={panel === 'filter'}
        glyph="filter"
        label={t('filters:title')}
        count={countConditions(filter)}
        width={640}
      >
        <FilterBuilder
          dataCollectionId={props.dataCollectionId}
          fields={props.fields}
          linked={props.linked}
          value={filter}
          onChange={props.onFilter}
          startField={props.filterField}
        />
        {filter && (
          <Button mt="sm" size="xs" variant="subtle" color="gray" onClick={() => props.onFilter(null)}>
            {t('filters:clearAll')}
          </Button>
        )}
      </PanelButton>
      {props.onSort && (
        <PanelButton
          {...props}
          panel="sort"
          isOpen={panel === 'sort'}
          glyph="sort"
          label={t('filters:sort.title')}
          count={sort.length}
          width={480}
        >
          <SortEditor fields={props.fields} value={sort} onChange={props.onSort} />
        </PanelButton>
      )}
      {props.onGroup && (
        <PanelButton
          {...props}
          panel="group"
          isOpen={panel === 'group'}
          glyph="list"
          label={t('records:toolbar.group')}
          count={props.group.length}
          width={480}
        >
          <GroupEditor
            fields={props.fields}
            value={props.group}
            onChange={props.onGroup}
            onFoldAll={props.onFoldAll}
          />
        </PanelButton>
      )}
      {columns && (
        <>
          <PanelButton
            {...props}
            panel="columns"
            isOpen={panel === 'columns'}
            glyph="columns"
            label={t(isGrid ? 'records:toolbar.columns' : 'records:toolbar.fields')}
            count={hidden}
            countLabel={t(isGrid ? 'records:toolbar.hidden' : 'records:toolbar.hiddenFields', {
              count: hidden,
            })}
            width={300}
          >
            <ColumnsPanel
              columns={columns}
              titleOf={props.titleOf}
              canPin={isGrid}
              onLayout={onLayout}
              onReset={props.onResetColumns}
            />
          </PanelButton>
          {isGrid && (
            <HeightMenu
              height={layout.rowHeight}
              onChange={(rowHeight) => onLayout((now) => ({ ...now, rowHeight }))}
            />
          )}
        </>
      )}
      <ActionMenu
        items={props.saveItems}
        position="bottom-start"
        width={260}
        trigger={
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            className={classes.button}
            leftSection={<Glyph name="save" />}
          >
            <span className={classes.label}>{t('records:saveAs.menu')}</span>
          </Button>
        }
      />
      <div className={classes.rest}>{props.children}</div>
    </div>
  )
}

function PanelButton({
  panel,
  isOpen,
  onPanel,
  glyph,
  label,
  count,
  countLabel,
  width,
  children,
}: {
  panel: Panel
  isOpen: boolean
  onPanel(panel: Panel | null): void
  glyph: GlyphName
  label: string
  count: number
  countLabel?: string
  width: number
  children: ReactNode
}) {
  const dropdown = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [isWanted, setWanted] = useState(isOpen)
  if (isOpen && !isWanted) setWanted(true)
  const onEscape = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Escape' || !(target instanceof Element) || !dropdown.current?.contains(target)) return
    if (target.getAttribute('aria-expanded') === 'true') return
    onPanel(null)
    button.current?.focus()
  }
  useClickElsewhere(isOpen, [dropdown, button], () => onPanel(null))
  return (
    <>
      <Button
        ref={button}
        id={id}
        size="xs"
        variant="subtle"
        color="gray"
        className={classes.button}
        data-active={count > 0 || undefined}
        leftSection={<Glyph name={glyph} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        onClick={() => onPanel(isOpen ? null : panel)}
      >
        <span className={classes.label}>{label}</span>
        {count > 0 && (
          <span className={classes.count}>
            <span className={hidden.hidden}>{countLabel ? ', ' : ' '}</span>
            {countLabel ?? count}
          </span>
        )}
      </Button>
      {isWanted && (
        <Popover
          id={id}
          opened={isOpen}
          onChange={(opened) => !opened && onPanel(null)}
          closeOnClickOutside={false}
          // Escape in an open list closes the list alone: see `onEscape`.
          closeOnEscape={false}
          position="bottom-start"
          width={width}
          trapFocus
          withRoles
          shadow="md"
        >
          <Popover.Target>
            <Anchor of={button} />
          </Popover.Target>
          <Popover.Dropdown
            ref={dropdown}
            className={classes.panel}
            aria-label={label}
            onKeyDownCapture={onEscape}
          >
            {children}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  )
}

/** Clicks outside; lists and calendars opened by inputs of the panel are in portals and count as inside. */
function useClickElsewhere(
  isOn: boolean,
  inside: readonly { current: HTMLElement | null }[],
  left: () => void,
): void {
  const latest = useRef({ inside, left })
  latest.current = { inside, left }
  useEffect(() => {
    if (!isOn) return
    const onDown = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest('[data-portal]')) return
      if (latest.current.inside.some(({ current }) => current?.contains(target))) return
      latest.current.left()
    }
    document.addEventListener('mousedown', onDown, true)
    return () => document.removeEventListener('mousedown', onDown, true)
  }, [isOn])
}

function HeightMenu({ height, onChange }: { height: RowHeight; onChange(height: RowHeight): void }) {
  const { t } = useTranslation('records')
  return (
    <LazyMenu
      position="bottom-start"
      trigger={
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          className={classes.button}
          leftSection={<Glyph name="menu" />}
        >
          <span className={classes.label}>{t('toolbar.height')}</span>
        </Button>
      }
    >
      <Menu.Dropdown>
        {(Object.keys(rowHeights) as RowHeight[]).map((one) => (
          <Menu.Item
            key={one}
            rightSection={one === height ? <Glyph name="check" size={14} /> : null}
            onClick={() => onChange(one)}
          >
            {t(`height.${one}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </LazyMenu>
  )
}
