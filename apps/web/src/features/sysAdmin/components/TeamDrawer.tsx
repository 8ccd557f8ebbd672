/** Renames or describes a team. */
import { TextInput } from '@mantine/core'
import type { SystemTeam } from '@muster/contract/sysAdmin/sysAdmin.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useSave } from '../../../lib/use-save.ts'
import { DescriptionInput } from '../../../ui/DescriptionInput.tsx'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { toast } from '../../../ui/toasts.ts'
import { reloadSession } from '../../auth/public.ts'

const maxNameLength = 100
const maxShortNameLength = 30
const maxDescriptionLength = 1000

export function TeamDrawer({ team, onClose }: { team: SystemTeam; onClose: () => void }) {
  const { t } = useTranslation(['sysAdmin', 'common'])
  const errorText = useErrorText()
  const first = { name: team.name, shortName: team.shortName, description: team.description }
  const [draft, setDraft] = useState(first)
  const { errors, clearErrors, isBusy, save } = useSave(
    async () => {
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
  const set = (change: Partial<typeof draft>) => {
    setDraft({ ...draft, ...change })
    clearErrors()
  }
  return (
    <FormDrawer
      title={t('teams.edit')}
      submitLabel={t('common:save')}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
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
        maxLength={maxNameLength}
        data-autofocus
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('teams.shortName')}
        description={t('teams.shortNameHelp')}
        value={draft.shortName}
        error={errors.shortName}
        maxLength={maxShortNameLength}
        onChange={(event) => set({ shortName: event.currentTarget.value })}
      />
      <DescriptionInput
        value={draft.description}
        error={errors.description}
        maxLength={maxDescriptionLength}
        onChange={(description) => set({ description })}
      />
    </FormDrawer>
  )
}
