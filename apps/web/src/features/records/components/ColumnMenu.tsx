/** The menu of a column's header. */
import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import type { Column } from '../data/layout.ts'
import type { Box } from '../grid/port.ts'

export interface ColumnMenuProps {
  column: Column
  title: string
  box: Box
  canSort: boolean
  sort: 'asc' | 'desc' | null
  /** Actions on the values of the field. */
  items: readonly MenuItem[]
  /** Where an administrator edits the field. */
  editUrl: string | null
  onClose(): void
  onSort(direction: 'asc' | 'desc' | null): void
  onFilter(): void
  onPin(isPinned: boolean): void
  onHide(): void
  onFit(): void
}

export function ColumnMenu(props: ColumnMenuProps) {
  const { column, box, sort } = props
  const { t } = useTranslation(['records', 'common'])
  return (
    <Menu opened onClose={props.onClose} position="bottom-start" width={220} returnFocus={false}>
      <Menu.Target>
        <span
          aria-hidden="true"
          style={{
            position: 'fixed',
            left: box.x,
            top: box.y,
            width: Math.min(box.width, 220),
            height: box.height,
            pointerEvents: 'none',
          }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={props.title}>
        {props.canSort && (
          <>
            <Menu.Item
              leftSection={<Glyph name="arrowUp" />}
              rightSection={sort === 'asc' ? <Glyph name="check" size={14} /> : null}
              onClick={() => props.onSort(sort === 'asc' ? null : 'asc')}
            >
              {t('records:column.sortAsc')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Glyph name="arrowDown" />}
              rightSection={sort === 'desc' ? <Glyph name="check" size={14} /> : null}
              onClick={() => props.onSort(sort === 'desc' ? null : 'desc')}
            >
              {t('records:column.sortDesc')}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<Glyph name="filter" />} onClick={props.onFilter}>
          {t('records:column.filter')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Glyph name="swap" />} onClick={props.onFit}>
          {t('records:column.fit')}
        </Menu.Item>
        {!column.isName && (
          <>
            <Menu.Item leftSection={<Glyph name="pin" />} onClick={() => props.onPin(!column.isPinned)}>
              {t(column.isPinned ? 'records:column.unpin' : 'records:column.pin')}
            </Menu.Item>
            <Menu.Item leftSection={<Glyph name="eyeOff" />} onClick={props.onHide}>
              {t('records:column.hide')}
            </Menu.Item>
          </>
        )}
        {props.items.length > 0 && <Menu.Divider />}
        {props.items.map(({ label, glyph, action }) => (
          <Menu.Item key={label} leftSection={glyph && <Glyph name={glyph} />} onClick={() => action?.()}>
            {label}
          </Menu.Item>
        ))}
        {props.editUrl && (
          <>
            <Menu.Divider />
            <Menu.Item component={AppLink} href={props.editUrl} leftSection={<Glyph name="settings" />}>
              {t('records:column.editField')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
