/** What the list on the screen can be saved as. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { Filter } from '@muster/contract/filters/ast'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { useCan } from '../../teams/public.ts'

/** @param filter of the list, with choices in filter fields */
export function useSaveItems(
  collection: DataCollection,
  isTrash: boolean,
  filter: Filter | null,
  { onView, onSmart }: { onView(): void; onSmart(): void },
): MenuItem[] {
  const { t } = useTranslation('records')
  const can = useCan()
  if (isTrash) return []
  const view: MenuItem = {
    label: t('saveAs.view'),
    text: t('saveAs.viewText'),
    glyph: 'eye',
    action: onView,
  }
  // The items of a list cannot be part of another collection.
  if (collection.IsUsedAsCustomList || !can('team_admin_data_collections')) return [view]
  return [
    view,
    {
      label: t('saveAs.smart'),
      text: t(filter ? 'saveAs.smartText' : 'saveAs.smartNeedsFilter'),
      glyph: 'filter',
      isDisabled: filter === null,
      action: onSmart,
    },
  ]
}
