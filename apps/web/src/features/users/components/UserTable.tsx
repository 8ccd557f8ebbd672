/** The users of one list: current, invited or deactivated, with the columns that matter there. */
import type { TeamUser } from '@muster/contract/users/users.api'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { Initials } from '../../../ui/Initials.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { useSeeAsItem } from '../../auth/public.ts'
import { useTeamId } from '../../teams/public.ts'
import type { UserActs } from '../use-user-acts.ts'
import classes from './UserTable.module.css'

type Status = TeamUser['status']
type Column = DataTableColumn<TeamUser>

/** In pixels; the roles get the rest. */
const widths = {
  firstName: 148,
  lastName: 112,
  email: 188,
  longEmail: 272,
  accountType: 104,
  status: 96,
  moment: 108,
  person: 116,
}

const columnsOf: Record<Status, readonly string[]> = {
  current: ['lastActivity', 'invitedAt', 'invitedBy'],
  invited: ['invitedAt', 'invitedBy'],
  deactivated: ['lastActivity', 'deactivatedSince'],
}

const statusColors = { current: 'green', invited: 'yellow', deactivated: 'gray' } as const

export function UserTable({
  status,
  rows,
  isAdmin,
  ownId,
  acts,
  selected,
  onSelect,
  onEdit,
  onCheckAccess,
  ...loading
}: {
  status: Status
  rows: readonly TeamUser[] | undefined
  /** Whether the person who looks at it is a team admin. */
  isAdmin: boolean
  ownId: number | undefined
  acts: UserActs
  selected: ReadonlySet<string | number>
  onSelect(selected: ReadonlySet<string | number>): void
  onEdit(user: TeamUser): void
  /** Shows what somebody may do. */
  onCheckAccess(user: TeamUser): void
  isLoading: boolean
  error: unknown
  onRetry(): unknown
  empty: ReactNode
}) {
  const { t } = useTranslation(['users'])
  const format = useFormat()
  const teamId = useTeamId()
  const seeAsItem = useSeeAsItem()
  const mayEdit = (user: TeamUser) => isAdmin || user.accountType === 'user'

  const menuOf = (user: TeamUser): MenuItem[] => {
    if (!mayEdit(user)) return [{ text: t('reason.admin') }]
    const edit: MenuItem = { label: t('act.edit'), glyph: 'edit', action: () => onEdit(user) }
    const isOwn = user.id === ownId
    switch (user.status) {
      case 'current':
        return [
          edit,
          ...(isAdmin
            ? [
                { label: t('act.checkAccess'), glyph: 'shield' as const, action: () => onCheckAccess(user) },
                ...(isOwn ? [] : [seeAsItem(teamId, { teamUserId: user.id })]),
              ]
            : []),
          {
            label: t('act.deactivate'),
            glyph: 'lock',
            action: () => acts.deactivate(user),
            isDisabled: isOwn,
            isSeparated: true,
            ...(isOwn && { text: t('reason.self') }),
          },
        ]
      case 'invited':
        return [
          edit,
          { label: t('act.resend', { count: 1 }), glyph: 'send', action: () => acts.resend(user) },
          {
            label: t('act.cancel', { count: 1 }),
            glyph: 'close',
            action: () => acts.cancel(user),
            isSeparated: true,
          },
        ]
      case 'deactivated':
        return [edit, { label: t('act.reactivate'), glyph: 'undo', action: () => acts.reactivate(user) }]
    }
  }

  const moment = (key: 'lastActivity' | 'invitedAt' | 'deactivatedSince'): Column => ({
    key,
    title: t(`list.${key}`),
    render: ({ [key]: at }) =>
      at && (
        <time dateTime={at} title={format.fullDateTime(at)}>
          {format.relative(at)}
        </time>
      ),
    sortBy: ({ [key]: at }) => at && Date.parse(at),
    width: widths.moment,
    isMinor: true,
  })
  const text = (key: string, of: (user: TeamUser) => string, width: number): Column => ({
    key,
    title: t(`list.${key}` as 'list.email'),
    render: (user) => <span title={of(user)}>{of(user)}</span>,
    sortBy: of,
    width,
    isMinor: true,
  })
  const others: Record<string, Column> = {
    lastActivity: moment('lastActivity'),
    invitedAt: moment('invitedAt'),
    invitedBy: text('invitedBy', ({ invitedBy }) => invitedBy ?? '', widths.person),
    deactivatedSince: moment('deactivatedSince'),
  }
  const columns: Column[] = [
    {
      key: 'firstName',
      title: t('list.firstName'),
      width: widths.firstName,
      sortBy: ({ firstName }) => firstName,
      render: (user) => (
        <Name user={user} isOwn={user.id === ownId} onEdit={mayEdit(user) ? () => onEdit(user) : undefined} />
      ),
    },
    text('lastName', ({ lastName }) => lastName, widths.lastName),
    text('email', ({ email }) => email, status === 'current' ? widths.email : widths.longEmail),
    text('accountType', ({ accountType }) => t(`list.${accountType}`), widths.accountType),
    {
      key: 'status',
      title: t('list.status'),
      width: widths.status,
      render: (user) => <Tag color={statusColors[user.status]}>{t(`status.${user.status}`)}</Tag>,
      isMinor: true,
    },
    {
      key: 'roles',
      title: t('list.roles'),
      render: ({ roles }) => {
        const names = format.list(roles.map(({ roleName }) => roleName))
        return <span title={names}>{names}</span>
      },
      sortBy: ({ roles }) => format.list(roles.map(({ roleName }) => roleName)) || null,
      isMinor: true,
    },
    ...columnsOf[status].flatMap((key) => others[key] ?? []),
  ]
  return (
    <DataTable
      label={t('list.label', { list: t(`list.${status}`) })}
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      initialSort={{ key: 'lastName' }}
      isFilling
      errorTitle={t('list.loadFailed')}
      rowMenu={menuOf}
      menuLabel={(user) => t('list.actions', { name: fullName(user) })}
      selection={{
        selected,
        onChange: onSelect,
        labelOf: (user) => t('list.select', { name: fullName(user) }),
        allLabel: t('bulk.all'),
      }}
      {...loading}
    />
  )
}

/** The first name; on narrow screens, which show no other columns, the whole name and the address. */
function Name({ user, isOwn, onEdit }: { user: TeamUser; isOwn: boolean; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation(['users'])
  const name = (
    <>
      {user.firstName}
      <span className={classes.rest}> {user.lastName}</span>
    </>
  )
  return (
    <span className={classes.name}>
      <Initials name={fullName(user)} size={24} isRound />
      <span className={classes.texts}>
        <span className={classes.line}>
          {onEdit ? (
            <button type="button" onClick={onEdit} aria-label={fullName(user)}>
              {name}
            </button>
          ) : (
            <span>{name}</span>
          )}
          {isOwn && <Tag>{t('list.you')}</Tag>}
        </span>
        <span className={classes.email}>{user.email}</span>
      </span>
    </span>
  )
}
