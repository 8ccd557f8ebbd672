/** Actions on the texts of a field, for any menu of a column. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { TFunction } from 'i18next'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { canReplaceIn, canSplit, type RewriteKind } from './scopes.ts'

export function columnActions(
  field: DataField,
  t: TFunction<'records'>,
  open: (kind: RewriteKind, field: string) => void,
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
  ]
}
