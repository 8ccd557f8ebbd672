/** Edits a field from where one stands, over the records: its definition, or its type. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { toast } from '../../../ui/toasts.ts'
import { fieldTitle } from '../titles.ts'
import { ChangeType } from './ChangeType.tsx'
import { EditField } from './FieldDrawer.tsx'

export interface FieldSettingsProps {
  teamId: number
  dataCollectionId: number
  field: DataField
  onClose(): void
  /** A change of its type goes on in the background. */
  onBegun(): void
}

export function FieldSettings({ field, ...props }: FieldSettingsProps) {
  const { teamId, dataCollectionId, onClose } = props
  const { t } = useTranslation(['fields', 'errors'])
  // What designers see of a field is more than what the records come with: the card that a link has on the other side.
  const { data, error, refetch } = useApi(api.collections.listFields, {
    params: { teamId, dataCollectionId },
    query: {},
  })
  const whole = data?.items.find(({ id }) => id === field.id)
  if (whole) return <Loaded {...props} field={whole} />
  return (
    <Drawer title={fieldTitle(field, currentLanguage())} onClose={onClose} isModal>
      {error || data ? (
        <ErrorState error={error} title={t('admin.loadFailed')} onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </Drawer>
  )
}

function Loaded({ onBegun, ...props }: FieldSettingsProps) {
  const { teamId, onClose } = props
  const { t } = useTranslation('fields')
  const queryClient = useQueryClient()
  const [isChangingType, setChangingType] = useState(false)
  const refresh = () => refreshChanged(queryClient, api.collections.updateField, { teamId })
  if (isChangingType) return <ChangeType {...props} onBegun={onBegun} onChanged={() => void refresh()} />
  return (
    <EditField
      {...props}
      onChangeType={() => setChangingType(true)}
      onSaved={async ({ title }) => {
        await refresh()
        onClose()
        toast.success(t('admin.saved', { title }))
      }}
    />
  )
}
