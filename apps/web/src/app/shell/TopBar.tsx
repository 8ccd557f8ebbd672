/** 48 px at the top: team switcher, search, create, help, user menu. */
import { UnstyledButton } from '@mantine/core'
import { deliveryMethods, mayDoToMessage } from '@muster/contract/messages/message-permissions'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { activeTeam, activeTeams, signOut, standingIn, useSignedIn } from '../../features/auth/public.ts'
import {
  collectionsQuery,
  hasAdminAccess,
  headerBarMenuQuery,
  TeamLogo,
} from '../../features/teams/public.ts'
import { useBrand } from '../../lib/brand.ts'
import { fullName } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ActionMenu, type MenuItem } from '../../ui/ActionMenu.tsx'
import { BrandLogo } from '../../ui/BrandLogo.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { Gradually } from '../../ui/Gradually.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Initials } from '../../ui/Initials.tsx'
import styles from '../../ui/shared.module.css'
import classes from './TopBar.module.css'

/** The key's name on this platform. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

interface TopBarProps {
  teamId: number | null
  onSearch: () => void
  onHelp: () => void
  onMenu?: () => void
}

export function TopBar({ teamId, onSearch, onHelp, onMenu }: TopBarProps) {
  const { t } = useTranslation(['shell'])
  return (
    <header className={classes.bar}>
      <Gradually>
        {onMenu && <IconButton glyph="menu" label={t('menu')} onClick={onMenu} />}
        <TeamSwitcher teamId={teamId} />
        <UnstyledButton className={classes.search} onClick={onSearch}>
          <Glyph name="search" size={14} />
          <span className={classes.searchText}>{t('search.placeholder')}</span>
          <kbd className={classes.keys}>{modKey} K</kbd>
        </UnstyledButton>
        <div className={classes.tools}>
          {teamId !== null && <CreateMenu teamId={teamId} />}
          <HelpMenu onHelp={onHelp} />
          <UserMenu teamId={teamId} />
        </div>
      </Gradually>
    </header>
  )
}

function TeamSwitcher({ teamId }: { teamId: number | null }) {
  const { t } = useTranslation(['shell'])
  const user = useSignedIn()
  const brand = useBrand()
  const { compare } = useFormat()
  const headerBar = useQuery({ ...headerBarMenuQuery(teamId ?? 0), enabled: teamId !== null })
  const link = teamId === null ? undefined : activeTeam(user, teamId)
  const teams = [...activeTeams(user)].sort((a, b) => compare(a.Team.name, b.Team.name))
  if (!link) {
    return (
      <Link to="/choose-team" className={classes.brand}>
        <BrandLogo brand={brand} height={24} />
      </Link>
    )
  }
  // Spec section 7: the first item's icon of the header-bar menu is used, where the team has no logo of its own.
  const icon = link.Team.squareLogo ? undefined : headerBar.data?.TeamAppHeaderBarMenu[0]?.icon
  const items: MenuItem[] = [
    { header: t('switchTeam') },
    ...teams.map((team) => ({
      label: team.Team.name,
      url: `/team-${team.TeamId}/dashboard`,
      isChecked: team.TeamId === teamId,
    })),
    { label: t('chooseTeam'), glyph: 'swap', url: '/choose-team', isSeparated: true },
  ]
  return (
    <ActionMenu
      items={items}
      position="bottom-start"
      withinPortal={false}
      width={260}
      trigger={
        <UnstyledButton className={classes.team} aria-label={t('teamSwitcher', { team: link.Team.name })}>
          {icon ? (
            <span className={classes.teamIcon}>
              <Icon name={icon} size={14} />
            </span>
          ) : (
            <TeamLogo team={link.Team} />
          )}
          <span className={styles.clipped}>{link.Team.name}</span>
          <Glyph name="chevronsUpDown" size={14} />
        </UnstyledButton>
      }
    />
  )
}

function CreateMenu({ teamId }: { teamId: number }) {
  const { t } = useTranslation(['shell'])
  const user = useSignedIn()
  const { compare } = useFormat()
  const { data } = useQuery(collectionsQuery(teamId))
  const collections = (data?.dataCollection ?? [])
    .filter(
      (one) => one.canCreate && !one.IsUsedAsCustomList && !one.IsInternalConfiguration && !one.isDeleted,
    )
    .filter((one) => !one.isSmartCollection)
    .sort((a, b) => compare(a.name, b.name))
  const standing = standingIn(user, teamId)
  const mayWrite = deliveryMethods.some(
    (deliveryMethodId) =>
      standing !== null && mayDoToMessage(standing, 'edit', { deliveryMethodId, isOwn: true }),
  )
  const items: MenuItem[] = [
    ...(collections.length > 0 ? [{ header: t('newRecordIn') }] : []),
    ...collections.slice(0, 12).map((one) => ({
      label: one.name,
      icon: one.icon,
      url: `/team-${teamId}/data-collections/${one.id}/records?create=1`,
    })),
    ...(mayWrite
      ? [
          {
            label: t('newMessage'),
            glyph: 'mail' as const,
            url: `/team-${teamId}/outgoing-messages/new`,
            isSeparated: collections.length > 0,
          },
        ]
      : []),
    ...(hasAdminAccess(user, teamId)
      ? [
          {
            label: t('newCollection'),
            glyph: 'table' as const,
            url: `/team-${teamId}/admin/new-data-collection`,
          },
        ]
      : []),
  ]
  return (
    <ActionMenu
      items={items}
      withinPortal={false}
      trigger={<IconButton glyph="plus" label={t('createMenu')} />}
    />
  )
}

function HelpMenu({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation(['shell'])
  const brand = useBrand()
  return (
    <ActionMenu
      items={[
        { label: t('contactSupport'), glyph: 'mail', url: `mailto:${brand.supportEmail}` },
        { label: t('keyboardShortcuts'), glyph: 'list', action: onHelp },
        { label: t('apiDocs'), glyph: 'external', url: '/api/docs', target: '_blank' },
      ]}
      withinPortal={false}
      trigger={<IconButton glyph="help" label={t('helpMenu')} className={classes.help} />}
    />
  )
}

function UserMenu({ teamId }: { teamId: number | null }) {
  const { t } = useTranslation(['shell'])
  const user = useSignedIn()
  const brand = useBrand()
  const router = useRouter()
  const link = teamId === null ? undefined : activeTeam(user, teamId)
  const name = (link && fullName(link)) || user.name
  const teamItems: MenuItem[] =
    teamId === null
      ? []
      : [
          { label: t('nav.teamDashboard'), glyph: 'dashboard', url: `/team-${teamId}/dashboard` },
          ...(hasAdminAccess(user, teamId)
            ? [
                {
                  label: t('nav.teamAdministration'),
                  glyph: 'settings' as const,
                  url: `/team-${teamId}/admin/dashboard`,
                },
              ]
            : []),
          { label: t('nav.userPreferences'), glyph: 'user', url: `/team-${teamId}/user/preferences` },
        ]
  const others = activeTeams(user).filter((team) => team.TeamId !== teamId)
  const items: MenuItem[] = [
    { template: 'userHeader', label: name, text: user.email, altText: '' },
    ...teamItems.map((item, at) => (at === 0 ? { ...item, isSeparated: true } : item)),
    { label: t('support'), glyph: 'help', url: `mailto:${brand.supportEmail}` },
    ...(others.length > 0
      ? [
          {
            label: t('switchTeam'),
            glyph: 'swap' as const,
            isSeparated: true,
            items: others.map((team) => ({ label: team.Team.name, url: `/team-${team.TeamId}/dashboard` })),
          },
        ]
      : []),
    { label: t('chooseTeam'), glyph: 'team', url: '/choose-team' },
    ...(user.isSysAdmin
      ? [{ label: t('nav.systemAdministration'), glyph: 'shield' as const, url: '/sys-admin/teams' }]
      : []),
    {
      label: t('signOut'),
      glyph: 'signOut',
      isSeparated: true,
      action: async () => {
        await signOut()
        await router.navigate({ to: '/login' })
      },
    },
  ]
  return (
    <ActionMenu
      items={items}
      width={240}
      withinPortal={false}
      trigger={
        <UnstyledButton className={classes.user} aria-label={t('userMenu')}>
          <Initials name={name} size={26} isRound />
        </UnstyledButton>
      }
    />
  )
}
