/** Which wizards a role may run: all of the team, also those made later, or some of them. */
import { Checkbox, Stack, Switch } from '@mantine/core'
import type { DataPermissionGrant } from '@muster/contract/roles/roles.api'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useTeamId } from '../../teams/public.ts'
import { allowedOn, type Target, team, withAllowed } from '../grants.ts'

const permission = 'run_data_wizard'

export function WizardPermissions({
  grants,
  onChange,
}: {
  grants: readonly DataPermissionGrant[]
  onChange(grants: DataPermissionGrant[]): void
}) {
  const { t } = useTranslation('roles')
  const teamId = useTeamId()
  const wizards = useApi(api.wizards.list, { params: { teamId } }).data?.items ?? []
  const mayRun = (target: Target) => allowedOn(grants, permission, target) !== 'none'
  const set = (target: Target, isAllowed: boolean) =>
    onChange(withAllowed(grants, permission, target, isAllowed ? 'all' : 'none'))
  const mayRunAll = mayRun(team)
  return (
    <>
      <Switch
        mt="lg"
        label={t('data.wizards')}
        description={t('data.wizardsHelp')}
        checked={mayRunAll}
        onChange={(event) => set(team, event.currentTarget.checked)}
      />
      {wizards.length > 0 && !mayRunAll && (
        <Checkbox.Group
          mt="sm"
          label={t('data.someWizards')}
          value={wizards.filter(({ id }) => mayRun({ kind: 'wizard', id })).map(({ id }) => String(id))}
        >
          <Stack gap="xs" mt="xs">
            {wizards.map(({ id, name }) => (
              <Checkbox
                key={id}
                value={String(id)}
                label={name}
                onChange={(event) => set({ kind: 'wizard', id }, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  )
}
