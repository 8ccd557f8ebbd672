/** Adds a field from where one stands, over the records. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { toast } from '../../../ui/toasts.ts'
import { NewField } from './FieldDrawer.tsx'

export interface AddFieldProps {
  teamId: number
  dataCollectionId: number
  onClose(): void
  onAdded(field: DataField): void
}

export function AddField({ teamId, dataCollectionId, onClose, onAdded }: AddFieldProps) {
  const { t } = useTranslation('fields')
  const queryClient = useQueryClient()
  return (
    <NewField
      teamId={teamId}
      dataCollectionId={dataCollectionId}
      onClose={onClose}
      onSaved={async (field) => {
        await refreshChanged(queryClient, api.collections.updateField, { teamId })
        onClose()
        toast.success(t('admin.created', { title: field.title }))
        onAdded(field)
      }}
    />
  )
}
