/** Spec sections 2, 5 and 6: every route for every kind of user, and where `/` leads. */
import { type AnyRoute, isRedirect } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { aSession } from '../../test/a-session.ts'
import type { Session } from '../features/auth/public.ts'
import { guard, homeTeam, insideOnly } from './guard.ts'
import { makeRouter } from './router.tsx'

const routes = Object.values(makeRouter().routesById as Record<string, AnyRoute>)
/** Routes without a path of their own only frame others. */
const hasPath = (route: AnyRoute) => 'path' in route.options

const standings = {
  anonymous: { status: 'anonymous' },
  stranger: aSession({ teams: [{ teamId: 2, isTeamAdmin: true }] }),
  deactivated: aSession({ teams: [{ teamId: 1, isTeamAdmin: true, isDeactivated: true }] }),
  member: aSession({ teams: [{ teamId: 1 }] }),
  account: aSession({ teams: [{ teamId: 1, permissions: ['team_admin_account_info'] }] }),
  users: aSession({ teams: [{ teamId: 1, permissions: ['team_admin_users'] }] }),
  data: aSession({ teams: [{ teamId: 1, permissions: ['team_admin_data_collections'] }] }),
  wizards: aSession({ teams: [{ teamId: 1, permissions: ['team_admin_data_wizards'] }] }),
  approver: aSession({ teams: [{ teamId: 1, permissions: ['outgoing_messages_approval_sms'] }] }),
  templates: aSession({ teams: [{ teamId: 1, permissions: ['outgoing_messages_templates'] }] }),
  teamAdmin: aSession({ teams: [{ teamId: 1, isTeamAdmin: true }] }),
  sysAdmin: aSession({ isSysAdmin: true }),
} satisfies Record<string, Session>
type Standing = keyof typeof standings
const everybody = Object.keys(standings) as Standing[]
const signedIn = everybody.filter((one) => one !== 'anonymous')
const inTeam: Standing[] = [
  'member',
  'account',
  'users',
  'data',
  'wizards',
  'approver',
  'templates',
  'teamAdmin',
]

/** The spec's access rules by address; the first match decides. */
const allowed: [RegExp, Standing[]][] = [
  [
    /^\/(login|sign-up|verify-email|forgot-password|reset-password|access-denied|public|AuthPublic.*|accept-invite\/.*|setup-password\/.*|test.*|temp|u|subscription)(\/.*)?$/,
    everybody,
  ],
  [/^\/sys-admin/, ['sysAdmin']],
  [/\/admin\/?(dashboard)?$/, ['account', 'users', 'data', 'teamAdmin']],
  [/\/admin\/message-(senders|subjects|suppressions)$/, ['account', 'teamAdmin']],
  [/\/outgoing-messages\/templates-/, ['templates', 'teamAdmin']],
  [/\/outgoing-messages(\/|$)/, ['approver', 'templates', 'teamAdmin']],
  [/\/admin\/account$/, ['account', 'teamAdmin']],
  [/\/admin\/users$/, ['users', 'teamAdmin']],
  [/\/admin\/(data-collections|new-data-collection)/, ['data', 'teamAdmin']],
  [/\/admin\/data-views/, inTeam],
  [/\/admin\/data-wizards/, ['wizards', 'teamAdmin']],
  [/\/admin\//, ['teamAdmin']],
  [/^\/team-/, inTeam],
  [/^\//, signedIn],
]

const addresses = [
  ...new Map(
    routes
      .filter((route) => hasPath(route))
      .map((route) => [route.fullPath.replace(/(.)\/$/, '$1'), route.options.staticData.access] as const),
  ),
]

describe('the route guard', () => {
  test.each(addresses)('%s', (path, access) => {
    const who = allowed.find(([pattern]) => pattern.test(path))?.[1] ?? []
    for (const [name, session] of Object.entries(standings)) {
      const teamId = path.startsWith('/team-') ? 1 : undefined
      const outcome = guard({ access, session, teamId, href: '/here?a=1#b' })
      if (who.includes(name as Standing)) expect(outcome, name).toBe(false)
      else if (name === 'anonymous') expect(outcome, name).toEqual({ to: 'login', redirect: '/here?a=1#b' })
      else {
        expect(outcome, name).toEqual(
          path.startsWith('/sys-admin') ? { to: 'access-denied', area: 'sysAdmin' } : { to: 'access-denied' },
        )
      }
    }
  })

  test('the addresses of the specification are all there', () => {
    const paths = addresses.map(([path]) => path)
    for (const path of [
      '/login',
      '/AuthPublicDataWizard/$token',
      '/public',
      '/public/team-{$teamId}/wizards/$dataWizardId/step-{$wizardStepId}',
      '/accept-invite/$userId',
      '/setup-password/$userId',
      '/access-denied',
      '/choose-team',
      '/createdata',
      '/outgoing-messages-template/content/$ogmTemplateId',
      '/sys-admin',
      '/sys-admin/teams',
      '/sys-admin/users',
      '/team-{$teamId}/data-records/$dataRecordId/tab-{$dataCardGroupId}',
      '/team-{$teamId}/data-records/$dataRecordId/all-fields',
      '/team-{$teamId}/wizards/$dataWizardId/step-{$wizardStepId}',
      '/team-{$teamId}/custom-lists/$dataCollectionId/list-items',
      '/team-{$teamId}/user/preferences',
      '/team-{$teamId}/admin/data-collections/$dataCollectionId/data-card-groups',
      '/team-{$teamId}/admin/data-views/$dataViewId/calendar-date-info',
      '/team-{$teamId}/admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId/linked-data-collections',
      '/team-{$teamId}/outgoing-messages/templates-published',
      '/team-{$teamId}/outgoing-messages/$outgoingMessageId/stats',
    ]) {
      expect(paths).toContain(path)
    }
  })

  test('every route has a name of its own', () => {
    const names = routes
      .filter((route) => hasPath(route) && !route.children)
      .map((route) => route.options.staticData.name as string)
    expect(names.length).toBeGreaterThan(90)
    expect(names.filter((name, at) => names.indexOf(name) !== at && name !== 'root.team')).toEqual([])
  })
})

test('an address without a screen leads to one that has a screen', () => {
  const entries = routes.filter((route) => !route.options.component && route.options.beforeLoad)
  expect(entries.length).toBeGreaterThan(10)
  for (const { fullPath, options } of entries) {
    const target = targetOf(options.beforeLoad as (visit: object) => unknown)
    const found = routes.find((route) => hasPath(route) && route.fullPath === target)
    expect(found?.options.component, `${fullPath} leads to ${target}`).toBeDefined()
  }
})

function targetOf(beforeLoad: (visit: object) => unknown): unknown {
  try {
    return beforeLoad({ params: {} })
  } catch (error) {
    return isRedirect(error) ? error.options.to : error
  }
}

describe('the root address', () => {
  const session = aSession({ teams: [{ teamId: 3, isDeactivated: true }, { teamId: 5 }, { teamId: 7 }] })
  test.each([
    ['the selected team', 7, 5, 7],
    ['the last team, when none is selected', null, 7, 7],
    ['the first active team, when the last one is gone', null, 9, 5],
    ['the first active team, when the last one is closed to the user', null, 3, 5],
  ] as const)('leads to %s', (_, selected, last, expected) => {
    expect(homeTeam(session, selected, last)).toBe(expected)
  })
  test('leads to choosing a team when there is none', () => {
    expect(homeTeam(aSession(), null, 4)).toBeNull()
    expect(homeTeam({ status: 'anonymous' }, 1, 1)).toBeNull()
  })
})

test('sign-in returns only to addresses inside the app', () => {
  expect(insideOnly('/team-1/dashboard?a=1')).toBe('/team-1/dashboard?a=1')
  for (const bad of ['//evil.example', '/\\evil.example', 'https://evil.example', '', 5, undefined]) {
    expect(insideOnly(bad)).toBeUndefined()
  }
})
