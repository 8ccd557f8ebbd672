/** The menu of a column's header. */
import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MenuItems } from '../../../ui/ActionMenu.tsx'
import type { Column } from '../data/layout.ts'
import type { Box } from '../grid/port.ts'
import { type ColumnActions, columnItems } from './column-items.ts'

export interface ColumnMenuProps extends ColumnActions {
  column: Column
  title: string
  box: Box
  onClose(): void
}

export function ColumnMenu({ column, title, box, onClose, ...actions }: ColumnMenuProps) {
  const { t } = useTranslation(['records', 'common'])
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      width={220}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
    >
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
      <Menu.Dropdown aria-label={title}>
        <MenuItems items={columnItems(column, actions, t)} />
      </Menu.Dropdown>
    </Menu>
  )
}
