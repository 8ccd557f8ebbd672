/** Creates or edits an external access link. */
import { Select } from '@mantine/core'
import type { ExternalAccessLink } from '@muster/contract/wizards/wizards.schema'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../lib/api.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { useDraft } from '../../../../lib/use-draft.ts'
import { FormDrawer } from '../../../../ui/FormDrawer.tsx'
import { fieldTitle, useCollections } from '../../../fields/public.ts'
import { fieldsOf } from '../../../filters/public.ts'
import { CollectionSelect } from '../../tasks/common/CollectionSelect.tsx'
import type { WizardsAdmin } from '../use-wizards-admin.ts'
import { useWizardPage } from '../wizard-context.ts'

/** Types of field that hold an address of each kind. */
const addressTypes = { emailDataFieldId: 'email_address', smsDataFieldId: 'phone_number' } as const
const keys = ['emailDataFieldId', 'smsDataFieldId'] as const

export function AccessLinkDrawer({
  admin,
  link,
  onClose,
}: {
  admin: WizardsAdmin
  /** Null for a new one. */
  link: ExternalAccessLink | null
  onClose(): void
}) {
  const { t } = useTranslation(['wizards', 'common'])
  const { teamId, wizard } = useWizardPage()
  const collections = useCollections(teamId)
  const { draft, set, isDirty, errors, isBusy, save } = useDraft(
    {
      dataCollectionId: link?.dataCollectionId ?? (null as number | null),
      emailDataFieldId: link?.emailDataFieldId ?? (null as number | null),
      smsDataFieldId: link?.smsDataFieldId ?? (null as number | null),
    },
    async ({ dataCollectionId, ...fields }) => {
      if (dataCollectionId === null) return
      const body = { dataCollectionId, ...fields }
      if (link) {
        const params = { teamId, externalAccessLinkId: link.id }
        await admin.perform(api.wizards.updateAccessLink, { params, body }, 'saveAccessLink')
      } else {
        const params = { teamId, dataWizardId: wizard.id }
        await admin.perform(api.wizards.createAccessLink, { params, body }, 'saveAccessLink')
      }
      onClose()
    },
  )
  const fields = fieldsOf(collections, draft.dataCollectionId) ?? []
  return (
    <FormDrawer
      title={link ? t('wizards:access.edit') : t('wizards:access.new')}
      submitLabel={link ? t('common:saveChanges') : t('wizards:access.new')}
      isDirty={isDirty}
      isBusy={isBusy}
      isDisabled={draft.dataCollectionId === null}
      width={440}
      onSubmit={save}
      onClose={onClose}
    >
      <CollectionSelect
        label={t('wizards:settings.collection')}
        help={t('wizards:access.collectionHelp')}
        error={errors.dataCollectionId}
        value={draft.dataCollectionId}
        onChange={(dataCollectionId) =>
          set({ dataCollectionId, emailDataFieldId: null, smsDataFieldId: null })
        }
      />
      {keys.map((key) => {
        const fitting = fields.filter(({ dataType }) => dataType === addressTypes[key])
        const name = key === 'emailDataFieldId' ? 'emailField' : 'smsField'
        return (
          <Select
            key={key}
            label={t(`wizards:access.${name}`)}
            description={
              draft.dataCollectionId !== null && fitting.length === 0
                ? t(`wizards:access.${name}None`)
                : t(`wizards:access.${name}Help`)
            }
            error={errors[key]}
            placeholder={t('common:none')}
            clearable
            clearButtonProps={{ 'aria-label': t('common:clear') }}
            disabled={fitting.length === 0}
            value={draft[key] === null ? null : String(draft[key])}
            data={fitting.map((field) => ({
              value: String(field.id),
              label: fieldTitle(field, currentLanguage()),
            }))}
            onChange={(id) => set({ [key]: id === null ? null : Number(id) })}
          />
        )
      })}
    </FormDrawer>
  )
}
