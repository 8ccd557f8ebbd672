/** Routes that need no sign-in, and choosing a team. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { loadSession } from '../../features/auth/public.ts'
import * as auth from '../../features/auth/routes.tsx'
import { selectedTeamId } from '../../features/teams/public.ts'
import * as teams from '../../features/teams/routes.tsx'
import * as views from '../../features/views/public/routes.tsx'
import { storedTeamId } from '../../lib/storage.ts'
import { homeTeam, insideOnly } from '../guard.ts'
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

/** The address that the Not Found screen suggests. */
const dashboard = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  staticData: { name: 'root.dashboard', access: 'signedIn' },
  beforeLoad: () => {
    throw redirect({ to: '/' })
  },
})

const chooseTeam = createRoute({
  getParentRoute: () => rootRoute,
  path: '/choose-team',
  staticData: { name: 'root.chooseTeam', access: 'signedIn', title: 'shell:chooseTeam' },
  component: teams.ChooseTeam,
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

const signUp = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  staticData: { name: 'root.signUp', access: 'public', title: 'shell:title.signUp' },
  component: auth.SignUp,
})

const verifyEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  staticData: { name: 'root.verifyEmail', access: 'public', title: 'shell:title.verifyEmail' },
  validateSearch: withToken,
  component: auth.VerifyEmail,
})

const forgotPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  staticData: { name: 'root.forgotPassword', access: 'public', title: 'shell:title.forgotPassword' },
  component: auth.ForgotPassword,
})

const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  staticData: { name: 'root.resetPassword', access: 'public', title: 'shell:title.resetPassword' },
  validateSearch: withToken,
  component: auth.ResetPassword,
})

const acceptInvite = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accept-invite/$userId',
  staticData: { name: 'root.acceptInvite', access: 'public', title: 'shell:title.acceptInvite' },
  validateSearch: withToken,
  component: auth.AcceptInvite,
})

const setupPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup-password/$userId',
  staticData: { name: 'root.setupPassword', access: 'public', title: 'shell:title.setupPassword' },
  validateSearch: withToken,
  component: auth.SetupPassword,
})

const accessDenied = createRoute({
  getParentRoute: () => rootRoute,
  path: '/access-denied',
  staticData: { name: 'root.access-denied', access: 'public', title: 'shell:accessDenied.title' },
  validateSearch: (search): { area?: 'sysAdmin' } => ({
    area: search.area === 'sysAdmin' ? 'sysAdmin' : undefined,
  }),
  component: lazyRouteComponent(() => import('../screens/AccessDenied.tsx'), 'AccessDenied'),
})

const PublicEmpty = lazyRouteComponent(() => import('../screens/PublicEmpty.tsx'), 'PublicEmpty')

const publicPage = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public',
  staticData: {
    name: 'root.public',
    access: 'public',
    title: 'shell:title.public',
    empty: 'shell:empty.public',
  },
  component: PublicEmpty,
})

const publicWizardStep = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public/team-{$teamId}/wizards/$dataWizardId/step-{$wizardStepId}',
  staticData: {
    name: 'public.dataWizard.step',
    access: 'public',
    title: 'shell:title.publicWizard',
    empty: 'shell:empty.publicWizard',
  },
  component: PublicEmpty,
})

const authPublicWizard = createRoute({
  getParentRoute: () => rootRoute,
  path: '/AuthPublicDataWizard/$token',
  staticData: {
    name: 'public.authDataWizard',
    access: 'public',
    title: 'shell:title.publicWizard',
    empty: 'shell:empty.publicWizard',
  },
  component: PublicEmpty,
})

const publicView = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public/team-{$teamId}/views/$dataViewId',
  staticData: { name: 'public.dataView', access: 'public' },
  component: views.PublicView,
})

const publicRecord = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public/team-{$teamId}/views/$dataViewId/records/$record',
  staticData: { name: 'public.dataView.record', access: 'public' },
  component: views.PublicRecord,
})

export const publicRoutes = [
  home,
  dashboard,
  chooseTeam,
  login,
  signUp,
  verifyEmail,
  forgotPassword,
  resetPassword,
  acceptInvite,
  setupPassword,
  accessDenied,
  publicPage,
  publicWizardStep,
  authPublicWizard,
  publicView,
  publicRecord,
] as const
