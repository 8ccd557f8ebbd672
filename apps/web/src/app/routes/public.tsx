/** Routes that need no sign-in, and choosing a team. */
import { createRoute, lazyRouteComponent, type RouteComponent, redirect } from '@tanstack/react-router'
import { loadSession } from '../../features/auth/public.ts'
import * as auth from '../../features/auth/routes.tsx'
import * as consent from '../../features/consent/routes.tsx'
import { selectedTeamId } from '../../features/teams/public.ts'
import * as teams from '../../features/teams/routes.tsx'
import * as views from '../../features/views/public-view/routes.tsx'
import type { ShellKey } from '../../lib/route-data.ts'
import { storedTeamId } from '../../lib/storage.ts'
import { homeTeam, insideOnly } from '../guard.ts'
import { LoadDocument } from '../screens/LoadDocument.tsx'
import { areaOf } from './area.ts'
import { rootRoute } from './root.tsx'

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
const withToken = (search: Record<string, unknown>): { token?: string } => ({ token: text(search.token) })

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { name: 'root', access: 'signedIn', title: 'shell:chooseTeam' },
  component: teams.ChooseTeam,
  beforeLoad: async () => {
    let teamId: number | null
    try {
      teamId = homeTeam(await loadSession(), selectedTeamId(), storedTeamId.get())
    } catch (error) {
      console.error('The team of the start page could not be found out.', error)
      return // the page itself lists the teams
    }
    if (teamId === null) throw redirect({ to: '/choose-team' })
    throw redirect({ to: '/team-{$teamId}/dashboard', params: { teamId: String(teamId) } })
  },
})

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  staticData: { name: 'root.login', access: 'public', title: 'shell:title.signIn' },
  validateSearch: (search): { redirect?: string; email?: string } => ({
    redirect: insideOnly(search.redirect),
    email: text(search.email),
  }),
  component: auth.SignIn,
  beforeLoad: async ({ search }) => {
    const session = await loadSession()
    if (session.status === 'signedIn') throw redirect({ href: search.redirect ?? '/' })
  },
})

const enterCode = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/code',
  staticData: { name: 'root.loginCode', access: 'public', title: 'shell:title.signIn' },
  validateSearch: (search): { redirect?: string } => ({ redirect: insideOnly(search.redirect) }),
  component: auth.EnterCode,
})

const loginCallback = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/callback',
  staticData: { name: 'root.loginCallback', access: 'public', title: 'shell:title.signIn' },
  validateSearch: (search): { state?: string; code?: string; error?: string; iss?: string } => ({
    state: text(search.state),
    code: text(search.code),
    error: text(search.error),
    iss: text(search.iss),
  }),
  component: auth.OidcCallback,
})

/** A screen that the link of a mail leads to. */
const tokenPage = <const TPath extends string>(
  path: TPath,
  name: string,
  component: RouteComponent,
  title: ShellKey,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { name, access: 'public', title },
    validateSearch: withToken,
    component,
  })

const accessDenied = createRoute({
  getParentRoute: () => rootRoute,
  path: '/access-denied',
  staticData: { name: 'root.access-denied', access: 'public', title: 'shell:accessDenied.title' },
  validateSearch: (search): { area?: 'sysAdmin' | 'suspendedTeam' } => ({
    area: search.area === 'sysAdmin' || search.area === 'suspendedTeam' ? search.area : undefined,
  }),
  component: lazyRouteComponent(() => import('../screens/AccessDenied.tsx'), 'AccessDenied'),
})

const PublicEmpty = lazyRouteComponent(() => import('../screens/PublicEmpty.tsx'), 'PublicEmpty')

const publicView = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public/team-{$teamId}/views/$publicKey',
  staticData: { name: 'public.dataView', access: 'public' },
  component: views.PublicView,
})

const publicRecord = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public/team-{$teamId}/views/$publicKey/records/$record',
  staticData: { name: 'public.dataView.record', access: 'public' },
  component: views.PublicRecord,
})

const signedIn = areaOf(() => rootRoute, '', 'root', { access: 'signedIn' })
const publicArea = areaOf(() => rootRoute, '', 'root', { access: 'public' })
/** Public wizards have an entry of their own (`public-wizard/`); within the app, e.g. after signing in, it is loaded. */
const wizardPage = <const TPath extends string>(path: TPath, name: string) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { name, access: 'public', title: 'shell:title.publicWizard' },
    component: LoadDocument,
  })

export const publicRoutes = [
  home,
  // The address that the Not Found screen suggests.
  signedIn.entry('/dashboard', 'dashboard', '/'),
  signedIn.page('/choose-team', 'chooseTeam', teams.ChooseTeam, 'shell:chooseTeam'),
  login,
  loginCallback,
  enterCode,
  publicArea.page('/sign-up', 'signUp', auth.SignUp, 'shell:title.signUp'),
  tokenPage('/verify-email', 'root.verifyEmail', auth.VerifyEmail, 'shell:title.verifyEmail'),
  publicArea.page('/forgot-password', 'forgotPassword', auth.ForgotPassword, 'shell:title.forgotPassword'),
  tokenPage('/reset-password', 'root.resetPassword', auth.ResetPassword, 'shell:title.resetPassword'),
  tokenPage('/accept-invite/$userId', 'root.acceptInvite', auth.AcceptInvite, 'shell:title.acceptInvite'),
  tokenPage('/setup-password/$userId', 'root.setupPassword', auth.SetupPassword, 'shell:title.setupPassword'),
  accessDenied,
  publicArea.page('/public', 'public', PublicEmpty, 'shell:title.public', { empty: 'shell:empty.public' }),
  wizardPage('/public/team-{$teamId}/wizards/$dataWizardId', 'public.dataWizard'),
  wizardPage('/public/team-{$teamId}/wizards/$dataWizardId/step-{$wizardStepId}', 'public.dataWizard.step'),
  wizardPage('/AuthPublicDataWizard/$token', 'public.authDataWizard'),
  publicArea.page('/u/$token', 'preferences', consent.Preferences, 'shell:title.messagePreferences'),
  publicArea.page(
    '/subscription/$token',
    'confirmSubscription',
    consent.ConfirmSubscription,
    'shell:title.subscription',
  ),
  publicArea.page(
    '/public/team-{$teamId}/subscribe',
    'subscribe',
    consent.Subscribe,
    'shell:title.subscribe',
  ),
  publicView,
  publicRecord,
] as const
