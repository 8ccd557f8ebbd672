/** Renames or describes a team. */
import { TextInput } from '@mantine/core'
import { type SystemTeam, teamLimits } from '@muster/contract/sysAdmin/sysAdmin.api'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { DescriptionInput } from '../../../ui/DescriptionInput.tsx'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { toast } from '../../../ui/toasts.ts'
import { reloadSession } from '../../auth/public.ts'

export function TeamDrawer({ team, onClose }: { team: SystemTeam; onClose: () => void }) {
  const { t } = useTranslation(['sysAdmin', 'common'])
  const errorText = useErrorText()
  const first = { name: team.name, shortName: team.shortName, description: team.description }
  const { draft, set, isDirty, errors, isBusy, save } = useDraft(
    first,
    async (draft) => {
      await call(api.sysAdmin.updateTeam, {
        params: { teamId: team.teamId },
        body: { ...draft, version: team.version },
      })
      toast.success(t('teams.saved'))
      onClose()
      await refreshChanged(queryClient, api.sysAdmin.updateTeam)
      await reloadSession()
    },
    (error) => toast.error(errorText(error)),
  )
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
    </FormDrawer>
  )
}
