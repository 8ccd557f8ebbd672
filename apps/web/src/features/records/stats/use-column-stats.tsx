/** The statistics of a column: the item of its menus, and the dialog. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import type { RecordSource } from '../data/record-source.ts'

const ColumnStats = lazy(async () => ({ default: (await import('./ColumnStats.tsx')).ColumnStats }))

export function useColumnStats({
  onClose,
  ...list
}: {
  teamId: number
  dataCollectionId: number
  source: RecordSource
  onClose(): void
}): { itemOf(field: DataField): MenuItem; open(field: DataField): void; dialog: ReactNode } {
  const { t } = useTranslation('records')
  const [field, setField] = useState<DataField | null>(null)
  return {
    itemOf: (field) => ({ label: t('stats.open'), glyph: 'info', action: () => setField(field) }),
    open: setField,
    dialog: field && (
      <Suspense fallback={null}>
        <ColumnStats
          {...list}
          field={field}
          onClose={() => {
            setField(null)
            onClose()
          }}
        />
      </Suspense>
    ),
  }
}
