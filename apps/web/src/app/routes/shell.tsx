/** The frame of signed-in screens, and the team whose screens it frames. */
import { createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { selectTeam } from '../../features/teams/public.ts'
import { CreateData } from '../../features/teams/routes.tsx'
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'
import { NotFound } from '../screens/NotFound.tsx'
import { rootRoute } from './root.tsx'

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  staticData: { name: 'root.shell', access: 'signedIn' },
  component: lazyRouteComponent(() => import('../shell/Shell.tsx'), 'Shell'),
  notFoundComponent: NotFound,
})

/** Entering a team's address selects the team, whose effects are in features/teams/selected-team.ts. */
export const teamRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/team-{$teamId}',
  staticData: { name: 'root.team', access: 'team' },
  component: Outlet,
  notFoundComponent: NotFound,
  // Links are looked into while the pointer is on them; that is no visit yet.
  beforeLoad: ({ params, preload }) => (preload ? undefined : selectTeam(Number(params.teamId))),
})

const createData = createRoute({
  getParentRoute: () => shellRoute,
  path: '/createdata',
  staticData: {
    name: 'root.createdata',
    access: 'signedIn',
    title: 'shell:title.createData',
  },
  component: CreateData,
})

const templateContent = createRoute({
  getParentRoute: () => shellRoute,
  path: '/outgoing-messages-template/content/$ogmTemplateId',
  staticData: {
    name: 'root.outgoingMessagesTemplate.content',
    access: 'signedIn',
    title: 'shell:title.templateContent',
    empty: 'shell:empty.templateContent',
    glyph: 'template',
  },
  component: EmptyRoute,
})

export const shellRoutes = [createData, templateContent] as const
