/** The menu beside the head of a collection's records. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { useCan } from '../../teams/public.ts'

export function useListMenu(
  teamId: number,
  collection: DataCollection,
  isTrash: boolean,
  acts: { onExport(): void; onTrash(): void },
): MenuItem[] {
  const { t } = useTranslation('records')
  const can = useCan()
  const base = `/team-${teamId}/data-collections/${collection.id}`
  const when = (isWanted: boolean, item: MenuItem): MenuItem[] => (isWanted ? [item] : [])
  return [
    ...when(collection.canCreate, { label: t('menu.import'), glyph: 'upload', url: `${base}/import` }),
    ...when(!isTrash, { label: t('menu.export'), glyph: 'download', action: acts.onExport }),
    ...when(collection.canDelete, {
      label: t('menu.duplicates'),
      glyph: 'copy',
      url: `${base}/duplicates`,
    }),
    { label: t(isTrash ? 'menu.leaveTrash' : 'menu.trash'), glyph: 'trash', action: acts.onTrash },
    ...when(can('team_admin_data_collections'), {
      label: t(collection.IsUsedAsCustomList ? 'menu.editList' : 'menu.editCollection'),
      glyph: 'settings',
      url: `/team-${teamId}/admin/data-collections/${collection.id}/details`,
      isSeparated: true,
    }),
  ]
}
