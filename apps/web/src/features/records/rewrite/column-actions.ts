/** Actions on the texts or addresses of a field, for any menu of a column. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { TFunction } from 'i18next'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { canReplaceIn, canSplit, hasPicturesToFetch, type RewriteKind } from './scopes.ts'

export function columnActions(
  field: DataField,
  t: TFunction<'records'>,
  open: (kind: RewriteKind, field: string) => void,
  /** Whether the person may design the collection. */
  canDesign: boolean,
): MenuItem[] {
  const { columnName } = field
  return [
    ...(canReplaceIn(field)
      ? [
          {
            label: t('rewrite.replace.open'),
            glyph: 'search' as const,
            action: () => open('replace', columnName),
          },
        ]
      : []),
    ...(canSplit(field)
      ? [
          {
            label: t('rewrite.split.open'),
            glyph: 'columns' as const,
            action: () => open('split', columnName),
          },
        ]
      : []),
    ...(canDesign && hasPicturesToFetch(field)
      ? [
          {
            label: t('rewrite.pictures.open'),
            glyph: 'upload' as const,
            action: () => open('pictures', columnName),
          },
        ]
      : []),
  ]
}
