/** /team-{id}/admin/users: the team's users by state, inviting, editing, and what else is done to them. */
import { Button, Select, TextInput } from '@mantine/core'
import type { TeamUser } from '@muster/contract/users/users.api'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { fullName } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { WorkBody, WorkPage } from '../../../ui/WorkPage.tsx'
import { standingIn, useSignedIn } from '../../auth/public.ts'
import { TryUserAccess } from '../../roles/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { UserBulkBar } from '../components/UserBulkBar.tsx'
import { UserDrawer } from '../components/UserDrawer.tsx'
import { UserTable } from '../components/UserTable.tsx'
import { useUserActs } from '../use-user-acts.ts'
import { filterUsers, noFilter } from '../user-filter.ts'
import classes from './UserList.module.css'

/** With the parser of CSV, which few people need. */
const InviteFromCsv = lazy(async () => ({
  default: (await import('../components/InviteFromCsv.tsx')).InviteFromCsv,
}))

const statuses = ['current', 'invited', 'deactivated'] as const
type Status = (typeof statuses)[number]

/** What is open over the list. */
type Open = { kind: 'invite' | 'csv' } | { kind: 'edit' | 'access'; user: TeamUser } | null

export function UserList() {
  const { t } = useTranslation(['users', 'roles', 'common', 'errors'])
  const teamId = useTeamId()
  const signedIn = useSignedIn()
  const isAdmin = standingIn(signedIn, teamId)?.isTeamAdmin ?? false
  const ownId = signedIn.teams.find(({ TeamId }) => TeamId === teamId)?.teamUserLinkId
  const { list } = useSearch({ strict: false }) as { list?: Status }
  const status = statuses.find((one) => one === list) ?? 'current'
  const { data, error, isPending, refetch } = useApi(api.users.list, { params: { teamId } })
  const roles = useApi(api.users.assignableRoles, { params: { teamId } }).data?.items ?? []
  const acts = useUserActs(teamId)
  const [filter, setFilter] = useState(noFilter)
  const [open, setOpen] = useState<Open>(null)
  // Another list has other users: none of them is selected.
  const [{ of, ids }, setSelected] = useState({ of: status, ids: new Set() as ReadonlySet<string | number> })
  const selected = of === status ? ids : new Set<string | number>()
  const select = (next: ReadonlySet<string | number>) => setSelected({ of: status, ids: next })
  const ofStatus = useMemo(() => data?.items.filter((user) => user.status === status), [data, status])
  const rows = useMemo(() => ofStatus && filterUsers(ofStatus, filter), [ofStatus, filter])
  const isFiltered = filter.search.trim() !== '' || filter.role !== null
  const base = `/team-${teamId}/admin/users`
  const inviteButton = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setOpen({ kind: 'invite' })}>
      {t('act.invite')}
    </Button>
  )
  return (
    <WorkPage>
      <PageHeader
        title={t('list.title')}
        glyph="users"
        action={inviteButton}
        menuItems={[{ label: t('act.csv'), glyph: 'upload', action: () => setOpen({ kind: 'csv' }) }]}
        tabs={statuses.map((one) => ({
          label: t(`list.${one}`),
          url: one === 'current' ? base : `${base}?list=${one}`,
          isActive: one === status,
          count: data?.items.filter((user) => user.status === one).length,
        }))}
      />
      <WorkBody>
        <div className={classes.tools}>
          <TextInput
            size="xs"
            type="search"
            className={classes.search}
            aria-label={t('list.search')}
            placeholder={t('list.search')}
            leftSection={<Glyph name="search" size={14} />}
            value={filter.search}
            onChange={(event) => setFilter({ ...filter, search: event.currentTarget.value })}
          />
          <Select
            size="xs"
            className={classes.role}
            clearable
            searchable
            aria-label={t('list.roleFilter')}
            placeholder={t('list.anyRole')}
            data={[
              { value: 'admin', label: t('list.team_admin') },
              ...roles
                .filter(({ isMember }) => !isMember)
                .map(({ id, roleName }) => ({ value: String(id), label: roleName })),
              { value: 'none', label: t('list.noRole') },
            ]}
            value={filter.role}
            onChange={(role) => setFilter({ ...filter, role })}
          />
          {rows && (
            <span className={classes.count} role="status">
              {t('list.shown', { count: rows.length })}
            </span>
          )}
        </div>
        <div className={classes.table}>
          <UserTable
            status={status}
            rows={rows}
            isAdmin={isAdmin}
            ownId={ownId}
            acts={acts}
            selected={selected}
            onSelect={select}
            onEdit={(user) => setOpen({ kind: 'edit', user })}
            onCheckAccess={(user) => setOpen({ kind: 'access', user })}
            isLoading={isPending}
            error={error}
            onRetry={refetch}
            empty={
              isFiltered ? (
                <EmptyState
                  glyph="search"
                  title={t('empty.filtered')}
                  action={
                    <Button variant="default" onClick={() => setFilter(noFilter)}>
                      {t('empty.clear')}
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  glyph="users"
                  title={t(`empty.${status}`)}
                  text={status !== 'current' && t(`empty.${status}Text`)}
                  action={status !== 'deactivated' && inviteButton}
                />
              )
            }
          />
        </div>
        <UserBulkBar
          status={status}
          users={rows?.filter(({ id }) => selected.has(id)) ?? []}
          roles={roles}
          acts={acts}
          onClear={() => select(new Set())}
        />
      </WorkBody>
      {(open?.kind === 'invite' || open?.kind === 'edit') && (
        <UserDrawer
          teamId={teamId}
          user={open.kind === 'edit' ? open.user : null}
          isAdmin={isAdmin}
          isOwn={open.kind === 'edit' && open.user.id === ownId}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'access' && (
        <Suspense>
          <TryUserAccess teamUserId={open.user.id} name={fullName(open.user)} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open?.kind === 'csv' && (
        <Suspense>
          <InviteFromCsv teamId={teamId} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </WorkPage>
  )
}
