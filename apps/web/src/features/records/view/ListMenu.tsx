/** The menu in the header of a collection's records; the wizards in it arrive later, without drawing the records again. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { HeaderMenu } from '../../../ui/PageHeader.tsx'
import { canReplaceIn, canSplit, type RewriteKind } from '../../fields/public.ts'
import { useCan, useMayExport } from '../../teams/public.ts'
import { useCollectionWizards, wizardItems } from '../../wizards/runner/public.ts'
import { canTakePart } from '../rewrite/scopes.ts'

interface ListMenuProps {
  teamId: number
  collection: DataCollection
  fields: readonly DataField[]
  isTrash: boolean
  onExport(): void
  onTrash(): void
  onArrange(): void
  onFeed: (() => void) | null
  onRewrite: ((kind: RewriteKind) => void) | null
}

export function ListMenu({ teamId, collection, fields, isTrash, ...handlers }: ListMenuProps) {
  const { t } = useTranslation(['records', 'membership'])
  const can = useCan()
  const mayExport = useMayExport()
  const wizards = useCollectionWizards(teamId, collection.id)
  const base = `/team-${teamId}/data-collections/${collection.id}`
  const when = (isWanted: boolean, item: MenuItem): MenuItem[] => (isWanted ? [item] : [])
  const items: MenuItem[] = [
    ...when(collection.canCreate, {
      label: t('records:menu.import'),
      glyph: 'upload',
      url: `${base}/import`,
    }),
    ...when(!isTrash, {
      label: t('records:menu.export'),
      glyph: 'download',
      action: handlers.onExport,
      isDisabled: !mayExport,
      ...(mayExport ? {} : { text: t('records:menu.mayNotExport') }),
    }),
    ...(handlers.onFeed && !isTrash && mayExport
      ? [{ label: t('records:menu.feed'), glyph: 'calendar' as const, action: handlers.onFeed }]
      : []),
    ...(isTrash ? [] : wizardItems(teamId, wizards)),
    ...when(collection.membershipOrder === 'manual' && collection.canCreate && !isTrash, {
      label: t('membership:arrange.open'),
      glyph: 'sort',
      action: handlers.onArrange,
    }),
    ...when(handlers.onRewrite !== null && !isTrash && fields.some(canReplaceIn), {
      label: t('records:rewrite.replace.open'),
      glyph: 'search',
      action: () => handlers.onRewrite?.('replace'),
    }),
    ...when(handlers.onRewrite !== null && !isTrash && fields.some(canSplit) && fields.some(canTakePart), {
      label: t('records:rewrite.split.open'),
      glyph: 'columns',
      action: () => handlers.onRewrite?.('split'),
    }),
    ...when(collection.canDelete, {
      label: t('records:menu.duplicates'),
      glyph: 'copy',
      url: `${base}/duplicates`,
    }),
    {
      label: t(isTrash ? 'records:menu.leaveTrash' : 'records:menu.trash'),
      glyph: 'trash',
      action: handlers.onTrash,
    },
    ...when(can('team_admin_data_collections'), {
      label: t(collection.IsUsedAsCustomList ? 'records:menu.editList' : 'records:menu.editCollection'),
      glyph: 'settings',
      url: `/team-${teamId}/admin/data-collections/${collection.id}/details`,
      isSeparated: true,
    }),
  ]
  return <HeaderMenu items={items} />
}
