/** Links a wizard to a collection, or changes such a link. */
import { Radio, Select, Switch } from '@mantine/core'
import { type WizardLink, wizardLinkTypes } from '@muster/contract/wizards/wizards.schema'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../../lib/api.ts'
import { useDraft } from '../../../../lib/use-draft.ts'
import { DescriptionInput } from '../../../../ui/DescriptionInput.tsx'
import { FormDrawer } from '../../../../ui/FormDrawer.tsx'
import { FormField } from '../../../../ui/FormField.tsx'
import { IconPicker } from '../../../../ui/IconPicker.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { useCan, useTeamId } from '../../../teams/public.ts'
import classes from '../builder.module.css'
import type { WizardsAdmin } from '../use-wizards-admin.ts'

export function LinkDrawer({
  admin,
  dataCollectionId,
  link,
  onClose,
}: {
  admin: WizardsAdmin
  dataCollectionId: number
  /** Null for a new one. */
  link: WizardLink | null
  onClose(): void
}) {
  const { t } = useTranslation(['wizards', 'common'])
  const teamId = useTeamId()
  const wizards = useLinkable(teamId)
  const { draft, set, isDirty, errors, isBusy, save } = useDraft(
    {
      dataWizardId: link?.dataWizardId ?? (null as number | null),
      type: link?.type ?? ('record' as WizardLink['type']),
      description: link?.description ?? '',
      icon: link?.icon ?? '',
      showInRowActionMenus: link?.showInRowActionMenus ?? true,
    },
    async ({ dataWizardId, ...settings }) => {
      if (dataWizardId === null) return
      if (link) {
        const params = { teamId, wizardLinkId: link.id }
        await admin.perform(api.wizards.updateLink, { params, body: settings }, 'saveLink')
        toast.success(t('wizards:links.updated', { name: link.wizardName }))
      } else {
        const body = { ...settings, dataWizardId, dataCollectionId }
        const created = await admin.perform(
          api.wizards.createLink,
          { params: { teamId }, body },
          'createLink',
        )
        toast.success(t('wizards:links.created', { name: created.wizardName }))
      }
      onClose()
    },
  )
  return (
    <FormDrawer
      title={link ? link.wizardName : t('wizards:links.new')}
      submitLabel={link ? t('common:saveChanges') : t('wizards:links.new')}
      isDirty={isDirty}
      isBusy={isBusy}
      isDisabled={draft.dataWizardId === null}
      width={440}
      onSubmit={save}
      onClose={onClose}
    >
      {!link && (
        <Select
          label={t('wizards:links.wizard')}
          description={wizards.length === 0 ? t('wizards:links.noWizards') : undefined}
          error={errors.dataWizardId}
          placeholder={t('wizards:links.chooseWizard')}
          required
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('common:noResults')}
          value={draft.dataWizardId === null ? null : String(draft.dataWizardId)}
          data={wizards.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => set({ dataWizardId: id === null ? null : Number(id) })}
        />
      )}
      <Radio.Group
        label={t('wizards:links.type')}
        value={draft.type}
        onChange={(value) => set({ type: wizardLinkTypes.find((type) => type === value) ?? draft.type })}
      >
        <div className={classes.options}>
          {wizardLinkTypes.map((type) => (
            <Radio
              key={type}
              value={type}
              label={t(`wizards:linkType.${type}`)}
              description={t(`wizards:linkTypeText.${type}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {draft.type === 'record' && (
        <Switch
          label={t('wizards:links.showInRowMenus')}
          description={t('wizards:links.showInRowMenusHelp')}
          checked={draft.showInRowActionMenus}
          onChange={(event) => set({ showInRowActionMenus: event.currentTarget.checked })}
        />
      )}
      <DescriptionInput
        value={draft.description}
        error={errors.description}
        help={t('wizards:links.descriptionHelp')}
        maxLength={500}
        onChange={(description) => set({ description })}
      />
      <FormField label={t('common:icon')} help={t('wizards:links.iconHelp')} error={errors.icon}>
        {(control) => <IconPicker {...control} value={draft.icon} onChange={(icon) => set({ icon })} />}
      </FormField>
    </FormDrawer>
  )
}

/** All of the team's for those who design wizards, otherwise those that the person may run. */
function useLinkable(teamId: number): readonly { id: number; name: string }[] {
  const mayDesign = useCan()('team_admin_data_wizards')
  const all = useApi(api.wizards.list, { params: { teamId } }, { enabled: mayDesign })
  const own = useApi(api.wizardRuns.runnable, { params: { teamId }, query: {} }, { enabled: !mayDesign })
  return (mayDesign ? all.data?.items : own.data?.items) ?? []
}
