/** Creates a role, or a copy of one, and opens it. */
import { TextInput } from '@mantine/core'
import { maxRoleDescriptionLength, maxRoleNameLength, type UserRole } from '@muster/contract/roles/roles.api'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { DescriptionInput } from '../../../ui/DescriptionInput.tsx'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useTeamId } from '../../teams/public.ts'
import { useRoleName } from '../role-names.ts'

export function NewRole({ copyOf, onClose }: { copyOf: UserRole | null; onClose: () => void }) {
  const { t } = useTranslation(['roles', 'common'])
  const teamId = useTeamId()
  const navigate = useNavigate()
  const nameOf = useRoleName()
  const first = {
    roleName: copyOf ? t('form.copyName', { name: nameOf(copyOf) }).slice(0, maxRoleNameLength) : '',
    description: copyOf?.description ?? '',
  }
  const { draft, set, isDirty, errors, isBusy, save } = useDraft(
    first,
    async (draft) => {
      const body = { ...draft, ...(copyOf ? { copyOf: copyOf.id } : {}) }
      const role = await call(api.roles.create, { params: { teamId }, body })
      toast.success(t('toast.created', { name: role.roleName }))
      onClose()
      await refreshChanged(queryClient, api.roles.create, { teamId })
      const tab = copyOf ? 'details' : 'data-permissions'
      await navigate({ to: `/team-${teamId}/admin/user-roles/${role.id}/${tab}` })
    },
    () => toast.error(t('toast.createFailed')),
  )
  return (
    <FormDrawer
      title={copyOf ? t('form.copyTitle', { name: nameOf(copyOf) }) : t('form.createTitle')}
      submitLabel={t('list.create')}
      isDirty={isDirty}
      isBusy={isBusy}
      width={440}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('list.name')}
        description={t('form.nameHelp')}
        value={draft.roleName}
        error={errors.roleName}
        required
        maxLength={maxRoleNameLength}
        data-autofocus
        onChange={(event) => set({ roleName: event.currentTarget.value })}
      />
      <DescriptionInput
        value={draft.description}
        error={errors.description}
        maxLength={maxRoleDescriptionLength}
        onChange={(description) => set({ description })}
      />
    </FormDrawer>
  )
}
