/** …/user-roles/{id}/data-permissions: which records a role's users may see, change and delete. */
import { Button, TextInput } from '@mantine/core'
import type { DataPermissionGrant, UserRoleDetail } from '@muster/contract/roles/roles.api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { SaveBar } from '../../../ui/SaveBar.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { collectionsQuery, useTeamId } from '../../teams/public.ts'
import { ChangedByOthers } from '../components/ChangedByOthers.tsx'
import { PermissionTable } from '../components/PermissionTable.tsx'
import { TryAccess } from '../components/TryAccess.tsx'
import { sameGrants } from '../grants.ts'
import { useRole } from '../role-context.ts'
import { useRoleName } from '../role-names.ts'
import { useRoleSave } from '../use-role-draft.ts'

export function DataPermissions() {
  const role = useRole()
  return <Editor key={role.id} current={role} />
}

/** @param props.current as saved now, perhaps by somebody else */
function Editor({ current }: { current: UserRoleDetail }) {
  const { t } = useTranslation('roles')
  const teamId = useTeamId()
  const nameOf = useRoleName()
  const collections = useQuery(collectionsQuery(teamId))
  const [role, setRole] = useState(current)
  const [grants, setGrants] = useState<readonly DataPermissionGrant[]>(role.dataPermissions)
  const [search, setSearch] = useState('')
  const [isTrying, setTrying] = useState(false)
  const { state, errors, touched, save } = useRoleSave(role)
  const isDirty = !sameGrants(grants, role.dataPermissions)
  useLeaveGuard(() => isDirty)
  const show = (next: UserRoleDetail) => {
    setRole(next)
    setGrants(next.dataPermissions)
  }
  if (!isDirty && current.version > role.version) show(current)

  const submit = async () => {
    const params = { teamId, userRoleId: role.id }
    const body = { version: role.version, items: [...grants] }
    const saved = await save(() => call(api.roles.setDataPermissions, { params, body }))
    if (saved) show(saved)
  }
  return (
    <>
      <PageBody isWide>
        {isDirty && current.version > role.version && <ChangedByOthers onReload={() => show(current)} />}
        <p className={styles.note}>{t('data.help')}</p>
        <div className={styles.wrapRow12} style={{ margin: '12px 0' }}>
          <TextInput
            type="search"
            size="xs"
            w={260}
            aria-label={t('data.search')}
            placeholder={t('data.search')}
            leftSection={<Glyph name="search" size={14} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<Glyph name="eye" />}
            onClick={() => setTrying(true)}
          >
            {t('try.open')}
          </Button>
        </div>
        {collections.isError ? (
          <ErrorState error={collections.error} onRetry={collections.refetch} />
        ) : collections.data ? (
          <PermissionTable
            collections={collections.data.dataCollection}
            grants={grants}
            errors={errors}
            search={search}
            onChange={(next) => {
              setGrants(next)
              touched()
            }}
          />
        ) : (
          <TableSkeleton columns={5} />
        )}
      </PageBody>
      <SaveBar isDirty={isDirty} state={state} onSave={() => void submit()} onDiscard={() => show(role)} />
      {isTrying && (
        <TryAccess
          title={t('try.title', { name: nameOf(role) })}
          help={t('try.help')}
          subject={{ userRoleId: role.id, dataPermissions: [...grants] }}
          onClose={() => setTrying(false)}
        />
      )}
    </>
  )
}
