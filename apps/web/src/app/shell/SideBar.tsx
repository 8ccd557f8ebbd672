/** The sidebar: the team's places and collections, or the menu of the current section. */
import { messageSectionPermissions } from '@muster/contract/messages/message-permissions'
import { hasPermission } from '@muster/contract/roles/permissions'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { activeTeam, standingIn, useSignedIn } from '../../features/auth/public.ts'
import { collectionsQuery, hasAdminAccess } from '../../features/teams/public.ts'
import { useRunnable } from '../../features/wizards/runner/public.ts'
import type { Section, ShellKey } from '../../lib/route-data.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Glyph, type GlyphName } from '../../ui/Glyph.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from '../../ui/shared.module.css'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { menuOf } from '../menus.ts'
import { CollectionTree } from './CollectionTree.tsx'
import classes from './SideBar.module.css'

interface SideBarProps {
  section: Section
  teamId: number | null
  isCollapsed?: boolean
  onToggle?: () => void
}

export function SideBar({ section, teamId, isCollapsed = false, onToggle }: SideBarProps) {
  const { t } = useTranslation(['shell'])
  const user = useSignedIn()
  const team = teamId === null ? undefined : activeTeam(user, teamId)?.Team
  const groups = menuOf(section, teamId, teamId === null ? null : standingIn(user, teamId))
  return (
    <nav className={classes.bar} aria-label={t('menu')} data-collapsed={isCollapsed || undefined}>
      <div className={classes.scroll}>
        {section !== 'team' && team && (
          <div className={classes.group}>
            <Entry
              label={t('nav.backToTeam', { team: team.shortName || team.name })}
              url={`/team-${teamId}/dashboard`}
              glyph="arrowLeft"
              isCollapsed={isCollapsed}
              isBack
            />
          </div>
        )}
        {section === 'team' && teamId !== null && <TeamMenu teamId={teamId} isCollapsed={isCollapsed} />}
        {groups.map((group) => (
          <Group key={group.heading} heading={group.heading} isCollapsed={isCollapsed}>
            {group.entries.map((entry) => (
              <Entry key={entry.url} {...entry} label={t(entry.label)} isCollapsed={isCollapsed} />
            ))}
          </Group>
        ))}
      </div>
      {onToggle && teamId !== null && (
        <div className={classes.foot}>
          <IconButton
            glyph="sidebar"
            label={isCollapsed ? t('expandSideBar') : t('collapseSideBar')}
            onClick={onToggle}
          />
        </div>
      )}
    </nav>
  )
}

function TeamMenu({ teamId, isCollapsed }: { teamId: number; isCollapsed: boolean }) {
  const { t } = useTranslation(['shell'])
  const user = useSignedIn()
  const { data } = useQuery(collectionsQuery(teamId))
  const wizards = useRunnable(teamId).data?.items ?? []
  const standing = standingIn(user, teamId)
  const mayMessage = standing !== null && hasPermission(standing, messageSectionPermissions)
  const base = `/team-${teamId}`
  const entry = (label: ShellKey, path: string, glyph: GlyphName) => (
    <Entry label={t(label)} url={`${base}/${path}`} glyph={glyph} isCollapsed={isCollapsed} />
  )
  return (
    <>
      <div className={classes.group}>
        {entry('shell:nav.teamDashboard', 'dashboard', 'dashboard')}
        {entry('shell:nav.projects', 'projects', 'board')}
        {wizards.length > 0 && entry('shell:nav.wizards', 'wizards', 'wizard')}
        {mayMessage && entry('shell:nav.outgoingMessages', 'outgoing-messages/dashboard', 'mail')}
      </div>
      <Group heading="nav.dataCollections" isCollapsed={isCollapsed}>
        <CollectionTree teamId={teamId} collections={data?.dataCollection} isCollapsed={isCollapsed} />
        {entry('shell:nav.allCollections', 'data-collections', 'table')}
        {entry('shell:nav.customLists', 'custom-lists', 'list')}
      </Group>
      <div className={classes.group}>
        {entry('shell:nav.bookmarked', 'bookmarked', 'bookmark')}
        {entry('shell:nav.recent', 'recent', 'clock')}
      </div>
      {hasAdminAccess(user, teamId) && (
        <div className={classes.group}>
          {entry('shell:nav.teamAdministration', 'admin/dashboard', 'settings')}
        </div>
      )}
    </>
  )
}

function Group({
  heading,
  isCollapsed,
  children,
}: {
  heading?: ShellKey
  isCollapsed: boolean
  children: ReactNode
}) {
  const { t } = useTranslation(['shell'])
  return (
    // No landmark of its own: the screen beside it may have one with the same name.
    <div className={classes.group}>
      {heading && !isCollapsed && <h2 className={classes.heading}>{t(heading)}</h2>}
      {children}
    </div>
  )
}

/** Not drawn again with the menu around it, whose answers arrive one by one. */
const Entry = memo(function Entry({
  label,
  url,
  glyph,
  isCollapsed,
  isBack,
}: {
  label: string
  url: string
  glyph: GlyphName
  isCollapsed: boolean
  isBack?: boolean
}) {
  const path = useLocation({ select: (location) => location.pathname })
  const isActive = !isBack && isUnder(path, url)
  return (
    <Tooltip label={label} position="right" disabled={!isCollapsed}>
      <AppLink
        href={url}
        className={classes.entry}
        aria-current={isActive ? 'page' : undefined}
        aria-label={isCollapsed ? label : undefined}
      >
        <Glyph name={glyph} />
        {!isCollapsed && <span className={styles.clippedRest}>{label}</span>}
      </AppLink>
    </Tooltip>
  )
})

/** An entry is current on its page and below it; a dashboard only on its section's first page. */
const isUnder = (path: string, url: string): boolean =>
  path === url || (path.startsWith(`${url}/`) && !url.endsWith('/data-collections'))
