/** Actions on the texts or addresses of a field, for any menu of a column or a field. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { TFunction } from 'i18next'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { canReplaceIn, canSplit, hasPicturesToFetch, type RewriteKind } from './offers.ts'

export function columnActions(
  field: DataField,
  t: TFunction<'records'>,
  /** What an item does, or where it leads. */
  to: (kind: RewriteKind, field: string) => Pick<MenuItem, 'action' | 'url'>,
  /** Whether the person may design the collection. */
  canDesign: boolean,
): MenuItem[] {
  const { columnName } = field
  return [
    ...(canReplaceIn(field)
      ? [{ label: t('rewrite.replace.open'), glyph: 'search' as const, ...to('replace', columnName) }]
      : []),
    ...(canSplit(field)
      ? [{ label: t('rewrite.split.open'), glyph: 'columns' as const, ...to('split', columnName) }]
      : []),
    ...(canDesign && hasPicturesToFetch(field)
      ? [{ label: t('rewrite.pictures.open'), glyph: 'upload' as const, ...to('pictures', columnName) }]
      : []),
  ]
}
