/** Actions for one record of the grid. */
import { Kbd, Menu } from '@mantine/core'
import type { DataRecord } from '@muster/contract/records/records.schema'
import type { WizardLink } from '@muster/contract/wizards/wizards.schema'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { wizardUrl } from '../../wizards/runner/public.ts'
import type { Box } from '../grid/port.ts'
import { useDelete } from './use-delete.ts'

const moves = [
  { to: 'up', text: 'moveUp', glyph: 'arrowUp', keys: 'Alt ⇧ ↑' },
  { to: 'down', text: 'moveDown', glyph: 'arrowDown', keys: 'Alt ⇧ ↓' },
] as const

export interface RowMenuProps {
  teamId: number
  record: DataRecord
  box: Box
  isTrash: boolean
  canDelete: boolean
  /** Wizards to start for the record. */
  wizards: readonly WizardLink[]
  onOpen(recordId: number): void
  /** Null where nothing is hidden. */
  onWhy: ((record: DataRecord) => void) | null
  /** The rows it may be moved to; null where the list has no manual order. */
  places: { up: number | null; down: number | null } | null
  onMove(record: DataRecord, to: number): void
  onClose(): void
}

export function RowMenu(props: RowMenuProps) {
  const { teamId, record, box, isTrash, canDelete, wizards, places, onOpen, onWhy, onMove, onClose } = props
  const { t } = useTranslation(['records', 'common', 'membership'])
  const { remove, restore } = useDelete(teamId)
  return (
    <Menu opened onClose={onClose} position="bottom-start" width={240} returnFocus={false}>
      <Menu.Target>
        <span
          aria-hidden="true"
          style={{ position: 'fixed', left: box.x, top: box.y, width: 1, height: box.height }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={record.name || `#${record.id}`}>
        <Menu.Item leftSection={<Glyph name="sidebar" />} onClick={() => onOpen(record.id)}>
          {t('common:open')}
        </Menu.Item>
        {onWhy && (
          <Menu.Item leftSection={<Glyph name="help" />} onClick={() => onWhy(record)}>
            {t('membership:why')}
          </Menu.Item>
        )}
        {places &&
          moves.map(({ to, text, glyph, keys }) => (
            <Menu.Item
              key={text}
              leftSection={<Glyph name={glyph} />}
              rightSection={<Kbd size="xs">{keys}</Kbd>}
              disabled={places[to] === null}
              onClick={() => onMove(record, places[to] ?? 0)}
            >
              {t(`membership:arrange.${text}`)}
            </Menu.Item>
          ))}
        {!isTrash &&
          wizards.map((link) => (
            <Menu.Item
              key={link.id}
              component={AppLink}
              href={wizardUrl(teamId, link.dataWizardId, record.id)}
              leftSection={link.icon ? <Icon name={link.icon} /> : <Glyph name="wizard" />}
            >
              {link.description || link.wizardName}
            </Menu.Item>
          ))}
        {canDelete && (
          <Menu.Item
            leftSection={<Glyph name={isTrash ? 'undo' : 'trash'} />}
            onClick={() => void (isTrash ? restore(record) : remove(record))}
          >
            {t(isTrash ? 'common:restore' : 'common:delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
