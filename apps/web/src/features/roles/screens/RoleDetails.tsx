/** …/user-roles/{id}/details: name, description, state, and what the role's users may do besides records. */
import { Checkbox, Fieldset, Switch, TextInput } from '@mantine/core'
import {
  type FeaturePermission,
  type FeaturePermissionGroup,
  featurePermissionGroups,
} from '@muster/contract/roles/permissions'
import {
  maxRoleDescriptionLength,
  maxRoleNameLength,
  type UserRoleDetail,
} from '@muster/contract/roles/roles.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { DescriptionInput } from '../../../ui/DescriptionInput.tsx'
import { FormStack } from '../../../ui/FormField.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { SaveBar } from '../../../ui/SaveBar.tsx'
import styles from '../../../ui/shared.module.css'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { useTeamId } from '../../teams/public.ts'
import { ChangedByOthers } from '../components/ChangedByOthers.tsx'
import { useRole } from '../role-context.ts'
import { useRoleSave } from '../use-role-draft.ts'

const groups = Object.entries(featurePermissionGroups) as [
  FeaturePermissionGroup,
  readonly FeaturePermission[],
][]

const draftOf = ({ roleName, description, isActive, featurePermissions }: UserRoleDetail) => ({
  roleName,
  description,
  isActive,
  featurePermissions: [...featurePermissions].sort(),
})

export function RoleDetails() {
  const role = useRole()
  return <Details key={role.id} current={role} />
}

/** @param props.current as saved now, perhaps by somebody else */
function Details({ current }: { current: UserRoleDetail }) {
  const { t } = useTranslation('roles')
  const teamId = useTeamId()
  const [role, setRole] = useState(current)
  const [draft, setDraft] = useState(() => draftOf(role))
  const { state, errors, touched, save } = useRoleSave(role)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(role))
  useLeaveGuard(() => isDirty)
  const show = (next: UserRoleDetail) => {
    setRole(next)
    setDraft(draftOf(next))
  }
  if (!isDirty && current.version > role.version) show(current)

  const set = (change: Partial<typeof draft>) => {
    setDraft({ ...draft, ...change })
    touched()
  }
  const submit = async () => {
    const params = { teamId, userRoleId: role.id }
    const { roleName, isActive, ...rest } = draft
    const body = { version: role.version, ...rest, ...(role.isMember ? {} : { roleName, isActive }) }
    const saved = await save(() => call(api.roles.update, { params, body }))
    if (saved) show(saved)
  }
  const toggle = (permission: FeaturePermission, isOn: boolean) => {
    const others = draft.featurePermissions.filter((one) => one !== permission)
    set({ featurePermissions: isOn ? [...others, permission].sort() : others })
  }
  return (
    <>
      <PageBody>
        {isDirty && current.version > role.version && <ChangedByOthers onReload={() => show(current)} />}
        <FormStack>
          <TextInput
            label={t('list.name')}
            description={t(role.isMember ? 'form.memberFixed' : 'form.nameHelp')}
            value={role.isMember ? t('list.member') : draft.roleName}
            error={errors.roleName}
            required
            disabled={role.isMember}
            maxLength={maxRoleNameLength}
            onChange={(event) => set({ roleName: event.currentTarget.value })}
          />
          <DescriptionInput
            value={draft.description}
            error={errors.description}
            maxLength={maxRoleDescriptionLength}
            onChange={(description) => set({ description })}
          />
          {!role.isMember && (
            <Switch
              label={t('form.active')}
              description={t('form.activeHelp')}
              checked={draft.isActive}
              onChange={(event) => set({ isActive: event.currentTarget.checked })}
            />
          )}
          <section>
            <h2 className={styles.title}>{t('features.title')}</h2>
            <p className={styles.note}>{t('features.help')}</p>
          </section>
          {groups.map(([group, permissions]) => (
            <Fieldset key={group} legend={t(`group.${group}`)}>
              <div className={styles.stack8}>
                {permissions.map((permission) => (
                  <Checkbox
                    key={permission}
                    label={t(`feature.${permission}`)}
                    checked={draft.featurePermissions.includes(permission)}
                    onChange={(event) => toggle(permission, event.currentTarget.checked)}
                  />
                ))}
              </div>
            </Fieldset>
          ))}
        </FormStack>
      </PageBody>
      <SaveBar isDirty={isDirty} state={state} onSave={() => void submit()} onDiscard={() => show(role)} />
    </>
  )
}
