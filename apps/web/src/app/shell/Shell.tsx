/** The frame of signed-in screens: top bar, sidebar, content; on phones a bottom bar and the sidebar as a drawer. */
import { Drawer } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activeTeam, useSession } from '../../features/auth/public.ts'
import { TeamRecordSource } from '../../features/fields/source/TeamRecordSource.tsx'
import { collectionsQuery, refreshTeam, useSelectedTeamId, useTeamId } from '../../features/teams/public.ts'
import { saveUserSettings, useUserSettings } from '../../features/users/public.ts'
import { onLiveEvents, useTeamEvents } from '../../lib/events.ts'
import { Gradually, StartContext } from '../../ui/Gradually.tsx'
import { PageContext } from '../../ui/PageHeader.tsx'
import { PanelHead } from '../../ui/PanelHead.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { crumbsOf } from '../crumbs.ts'
import { BottomBar } from './BottomBar.tsx'
import { SeeAsBanner } from './SeeAsBanner.tsx'
import classes from './Shell.module.css'
import { SideBar } from './SideBar.tsx'
import { TopBar } from './TopBar.tsx'
import { useSection } from './use-section.ts'

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))
const Shortcuts = lazy(async () => ({ default: (await import('./Shortcuts.tsx')).Shortcuts }))

export function Shell() {
  const { t } = useTranslation(['shell'])
  const session = useSession()
  const teamId = useSelectedTeamId()
  const section = useSection()
  const path = useLocation({ select: (location) => location.pathname })
  const { isSideBarCollapsed } = useUserSettings()
  // Known at once: the frame is not drawn a second time.
  const isNarrow = useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false })
  const [firstPath, setFirstPath] = useState(path)
  const [isStarting, setStarting] = useState(true)
  if (isStarting && path !== firstPath) {
    // A record leads on to its first tab.
    if (path.startsWith(`${firstPath}/`)) setFirstPath(path)
    else setStarting(false)
  }
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  useTeamEvents(teamId, session.status === 'signedIn' ? session.user.userId : null)
  useEffect(
    () =>
      onLiveEvents((events) => {
        const isAffected = events.some(
          ({ kind, isOwn }) => kind === 'account' || (kind === 'permissions' && isOwn),
        )
        if (isAffected) void refreshTeam()
      }),
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes the drawer
  useEffect(() => setMenuOpen(false), [path])
  useHotkeys([
    ['mod+K', () => setPaletteOpen(true)],
    ['mod+B', () => toggleSideBar()],
    ['shift+?', () => setHelpOpen(true)],
  ])

  function toggleSideBar() {
    if (teamId === null) return
    saveUserSettings(teamId, { isSideBarCollapsed: !isSideBarCollapsed }).catch((error: unknown) =>
      console.error('The side bar could not be remembered.', error),
    )
  }

  if (session.status !== 'signedIn') return <PageSkeleton />
  const isCollapsed = isSideBarCollapsed && !isNarrow
  // Without a team or section there is nothing to show in a sidebar.
  const isBare = section === 'team' && teamId === null
  return (
    <StartContext value={isStarting}>
      <div
        className={classes.shell}
        data-collapsed={isCollapsed || undefined}
        data-bare={isBare || undefined}
      >
        <a href="#content" className={classes.skip}>
          {t('skipToContent')}
        </a>
        <SeeAsBanner teamId={teamId} />
        <TopBar
          teamId={teamId}
          onSearch={() => setPaletteOpen(true)}
          onHelp={() => setHelpOpen(true)}
          onMenu={isNarrow ? () => setMenuOpen(true) : undefined}
        />
        {isNarrow ? (
          <Drawer
            opened={isMenuOpen}
            onClose={() => setMenuOpen(false)}
            size={288}
            padding={0}
            withCloseButton={false}
            attributes={{ content: { 'aria-label': t('menu') } }}
          >
            <PanelHead id="menu-title" title={t('menu')} onClose={() => setMenuOpen(false)} />
            <SideBar section={section} teamId={teamId} />
          </Drawer>
        ) : isBare ? null : (
          <aside className={classes.side} aria-label={t('sideBar')}>
            <Gradually turn={2}>
              <SideBar section={section} teamId={teamId} isCollapsed={isCollapsed} onToggle={toggleSideBar} />
            </Gradually>
          </aside>
        )}
        <main className={classes.content} id="content" tabIndex={-1}>
          <Page>
            <Suspense fallback={<PageSkeleton />}>
              <Gradually fallback={<PageSkeleton />}>
                <Outlet />
              </Gradually>
            </Suspense>
          </Page>
        </main>
        {isNarrow && (
          <BottomBar teamId={teamId} onSearch={() => setPaletteOpen(true)} onMenu={() => setMenuOpen(true)} />
        )}
        <Suspense>
          {isPaletteOpen && <Palette teamId={teamId} onClose={() => setPaletteOpen(false)} />}
          {isHelpOpen && <Shortcuts onClose={() => setHelpOpen(false)} />}
        </Suspense>
      </div>
    </StartContext>
  )
}

/** Around all pages of a team. It comes with the frame, because the sign-in, which loads the routes, does not need it. */
export function Team() {
  return (
    <TeamRecordSource teamId={useTeamId()}>
      <Outlet />
    </TeamRecordSource>
  )
}

/** Gives page headers their breadcrumb. */
function Page({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['shell'])
  const session = useSession()
  const params = useParams({ strict: false })
  const path = useLocation({ select: (location) => location.pathname })
  const trail = useMatches({ select: (matches) => matches.at(-1)?.staticData.trail })
  const teamId = params.teamId === undefined ? null : Number(params.teamId)
  const collections = useQuery({ ...collectionsQuery(teamId ?? 0), enabled: teamId !== null })
  const collection = collections.data?.dataCollection.find(
    (one) => one.id === Number(params.dataCollectionId),
  )
  const team =
    session.status === 'signedIn' && teamId !== null ? activeTeam(session.user, teamId)?.Team.name : undefined
  const value = useMemo(
    () => ({
      path,
      crumbs: crumbsOf(trail ?? [], params, { team, collection: collection?.pluralName }, (key) => t(key)),
    }),
    [path, trail, params, team, collection?.pluralName, t],
  )
  return <PageContext value={value}>{children}</PageContext>
}
