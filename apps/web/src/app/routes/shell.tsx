/** The frame of signed-in screens, and the team whose screens it frames. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { TemplatePage } from '../../features/messages/routes.tsx'
import { selectTeam } from '../../features/teams/public.ts'
import { CreateData } from '../../features/teams/routes.tsx'
import { NotFound } from '../screens/NotFound.tsx'
import { areaOf } from './area.ts'
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
  component: lazyRouteComponent(() => import('../shell/Shell.tsx'), 'Team'),
  notFoundComponent: NotFound,
  // Links are preloaded while the pointer is on them; that is no visit yet.
  beforeLoad: ({ params, preload }) => (preload ? undefined : selectTeam(Number(params.teamId))),
})

const area = areaOf(() => shellRoute, '', 'root', { access: 'signedIn' })

export const shellRoutes = [
  area.page('/createdata', 'createdata', CreateData, 'shell:title.createData'),
  area.page(
    '/outgoing-messages-template/content/$ogmTemplateId',
    'outgoingMessagesTemplate.content',
    TemplatePage,
    'shell:title.templateContent',
    { glyph: 'template' },
  ),
] as const
