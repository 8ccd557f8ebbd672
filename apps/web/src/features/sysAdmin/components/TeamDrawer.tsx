/** Renames or describes a team, and sets its quotas. */
import { Fieldset, TextInput } from '@mantine/core'
import { type SystemTeam, teamLimits } from '@muster/contract/sysAdmin/sysAdmin.api'
import { effectiveQuota, type QuotaName, usedOf } from '@muster/contract/teams/quotas.schema'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DescriptionInput } from '../../../ui/DescriptionInput.tsx'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { reloadSession } from '../../auth/public.ts'
import { QuotaInputs } from './QuotaInputs.tsx'

export function TeamDrawer({ team, onClose }: { team: SystemTeam; onClose: () => void }) {
  const { t } = useTranslation(['sysAdmin', 'common'])
  const errorText = useErrorText()
  const format = useFormat()
  const use = useApi(api.sysAdmin.teamUse, { params: { teamId: team.teamId } })
  const settings = useApi(api.sysAdmin.settings, {})
  const { name, shortName, description, quotas } = team
  const first = { name, shortName, description, quotas }
  const { draft, set, isDirty, errors, isBusy, save } = useDraft(
    first,
    async (draft) => {
      await call(api.sysAdmin.updateTeam, {
        params: { teamId: team.teamId },
        body: { ...draft, version: team.version },
      })
      toast.success(t('teams.saved', { name: draft.name }))
      onClose()
      await refreshChanged(queryClient, api.sysAdmin.updateTeam)
      await reloadSession()
    },
    (error) => toast.error(errorText(error)),
  )
  const amount = (quota: QuotaName, value: number) =>
    quota === 'maxStorageBytes' ? format.bytes(value) : format.number(value)
  const defaultText = (quota: QuotaName) => {
    const limit = effectiveQuota(null, settings.data?.[quota] ?? null)
    if (!settings.data) return ''
    return t('quotas.defaultIs', { limit: limit === null ? t('quotas.noLimit') : amount(quota, limit) })
  }
  const usedText = (quota: QuotaName) => {
    const used = use.data?.[usedOf[quota]]
    return typeof used === 'number' ? t('quotas.used', { used: amount(quota, used) }) : undefined
  }
  return (
    <FormDrawer
      title={t('teams.edit')}
      submitLabel={t('common:save')}
      isDirty={isDirty}
      isBusy={isBusy}
      width={440}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('teams.name')}
        value={draft.name}
        error={errors.name}
        required
        maxLength={teamLimits.name}
        data-autofocus
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('teams.shortName')}
        description={t('teams.shortNameHelp')}
        value={draft.shortName}
        error={errors.shortName}
        maxLength={teamLimits.shortName}
        onChange={(event) => set({ shortName: event.currentTarget.value })}
      />
      <DescriptionInput
        value={draft.description}
        error={errors.description}
        maxLength={teamLimits.description}
        onChange={(description) => set({ description })}
      />
      <Fieldset legend={t('quotas.title')}>
        <p className={styles.note}>{t('quotas.teamHelp')}</p>
        <QuotaInputs
          quotas={draft.quotas}
          placeholderOf={defaultText}
          helpOf={usedText}
          onChange={(change) => set({ quotas: { ...draft.quotas, ...change } })}
        />
      </Fieldset>
    </FormDrawer>
  )
}
