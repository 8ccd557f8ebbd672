/** Each text of spec section 8 for users and roles, in three languages, each in its situation. */
import type { UserRole } from '@muster/contract/roles/roles.api'
import type { TeamUser } from '@muster/contract/users/users.api'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Around, mockFetch } from '../src/features/fields/testing/field.tsx'
import { NewRole } from '../src/features/roles/components/NewRole.tsx'
import { RoleList } from '../src/features/roles/screens/RoleList.tsx'
import { UserDrawer } from '../src/features/users/components/UserDrawer.tsx'
import { UserList } from '../src/features/users/screens/UserList.tsx'
import { languages, setLanguage } from '../src/lib/i18n.ts'
import { ConfirmHost } from '../src/ui/ConfirmHost.tsx'
import { toastStore } from '../src/ui/toasts.ts'
import { aSession } from './a-session.ts'
import { peopleTexts } from './people-texts.ts'

let list: TeamUser['status'] = 'current'
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: ({ select }: { select: (params: object) => unknown }) => select({ teamId: '1' }),
  useSearch: () => ({ list }),
  useNavigate: () => async () => {},
}))
vi.mock('../src/features/auth/public.ts', async (original) => ({
  ...(await original<object>()),
  useSignedIn: () => aSession({ teams: [{ teamId: 1, isTeamAdmin: true }] }).user,
}))

beforeAll(() => i18next.loadNamespaces(['users', 'roles']))
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const rosa: TeamUser = {
  id: 9,
  userId: 'u9',
  firstName: 'Rosa',
  lastName: 'Diaz',
  email: 'rosa@example.org',
  accountType: 'user',
  status: 'current',
  roles: [],
  lastActivity: null,
  invitedAt: null,
  invitedBy: null,
  deactivatedSince: null,
}
const desk: UserRole = {
  id: 5,
  roleName: 'Desk',
  description: '',
  isActive: true,
  isMember: false,
  createdAt: '2026-01-01T00:00:00Z',
  userCount: 2,
  featurePermissions: [],
  version: 1,
}
const refused = (status: number, code: string, more: object = {}) =>
  Response.json({ type: '', title: '', status, code, ...more }, { status })
const broken = () => refused(500, 'internal')
/** Fails at first, and then answers. */
const secondTime = (answer: unknown) => vi.fn<() => unknown>(() => answer).mockImplementationOnce(broken)

const show = (node: ReactNode) =>
  render(
    <>
      {node}
      <ConfirmHost />
    </>,
    { wrapper: Around },
  )
const press = async (name: string | RegExp, within_ = screen as Pick<typeof screen, 'findByRole'>) =>
  userEvent.click(await within_.findByRole('button', { name }))
const fill = async (label: string, text: string) => {
  const input = await screen.findByRole('textbox', { name: label })
  await userEvent.clear(input)
  await userEvent.click(input)
  await userEvent.paste(text)
}
const toasts = () => toastStore.get().map(({ text }) => text)
const sees = (...texts: (string | undefined)[]) => vi.waitFor(() => expect(toasts()).toEqual(texts))

describe.each(languages)('in %s', (language) => {
  const text = peopleTexts[language]
  const t = i18next.getFixedT(language) as unknown as (key: string, values?: object) => string
  beforeEach(() => setLanguage(language))

  const users = (status: TeamUser['status']) => {
    list = status
    return {
      'GET /api/teams/1/users': () => ({ items: [{ ...rosa, status }] }),
      'GET /api/teams/1/assignableRoles': () => ({ items: [] }),
    }
  }

  it.each([
    { act: 'deactivate', of: 'current', route: 'POST /api/teams/1/users/9/deactivate', asks: true },
    { act: 'reactivate', of: 'deactivated', route: 'POST /api/teams/1/users/9/reactivate', asks: true },
    { act: 'resend', of: 'invited', route: 'POST /api/teams/1/invitations/9/resend', asks: false },
    { act: 'cancel', of: 'invited', route: 'DELETE /api/teams/1/invitations/9', asks: true },
  ] as const)('$act: a question, an error, a success', async ({ act, of, route, asks }) => {
    mockFetch({ ...users(of), [route]: secondTime(rosa) })
    show(<UserList />)
    const attempt = async () => {
      await press(t('users:list.actions', { name: 'Rosa Diaz' }))
      const label = t(`users:act.${act}`, { count: 1 })
      await userEvent.click(await screen.findByRole('menuitem', { name: label }))
      if (!asks) return
      const question = await screen.findByRole('dialog')
      expect(question).toHaveTextContent(text.asks[act])
      await press(label, within(question))
    }
    await attempt()
    await sees(text.fails[act])
    await attempt()
    await sees(text.fails[act], text.done[act])
  })

  it('invite: empty fields, an address that is taken, an error, a success', async () => {
    const problem = { errors: [{ path: 'email', code: 'email_linked' }] }
    const invite = vi.fn<() => unknown>(() => rosa)
    invite.mockImplementationOnce(() => refused(409, 'email_already_linked', problem))
    invite.mockImplementationOnce(broken)
    mockFetch({ ...users('current'), 'POST /api/teams/1/invitations': invite })
    show(<UserDrawer teamId={1} user={null} isAdmin isOwn={false} onClose={() => {}} />)
    const send = () => press(t('users:form.submit'))
    await send()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(text.empty)
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(text.fields)
    for (const field of text.emptyFields) expect(screen.getByText(field)).toBeVisible()
    for (const [n, value] of ['Rosa', 'Diaz', 'rosa@example.org'].entries()) {
      await fill(text.fields[n] as string, value)
    }
    await send()
    expect(await screen.findByText(text.linked)).toBeVisible()
    expect(toasts()).toEqual([])
    await send()
    await sees(text.fails.invite)
    await send()
    await sees(text.fails.invite, text.done.invite)
  })

  it('update: an error, a success', async () => {
    mockFetch({ ...users('current'), 'PUT /api/teams/1/users/9': secondTime(rosa) })
    show(<UserDrawer teamId={1} user={rosa} isAdmin isOwn={false} onClose={() => {}} />)
    await fill(text.fields[0] as string, 'Rosalía')
    await press(t('common:saveChanges'))
    await sees(text.fails.update)
    await press(t('common:saveChanges'))
    await sees(text.fails.update, text.done.update)
  })

  it('users and roles that do not load', async () => {
    mockFetch({ 'GET /api/teams/1/users': broken, 'GET /api/teams/1/userRoles': broken })
    const { unmount } = show(<UserList />)
    expect(await screen.findByRole('alert')).toHaveTextContent(text.fails.users)
    unmount()
    show(<RoleList />)
    expect(await screen.findByRole('alert')).toHaveTextContent(text.fails.roles)
  })

  it('a role that is created: an error, a success', async () => {
    mockFetch({ 'POST /api/teams/1/userRoles': secondTime({ ...desk, dataPermissions: [] }) })
    show(<NewRole copyOf={null} onClose={() => {}} />)
    await fill(t('roles:list.name'), 'Desk')
    await press(t('roles:list.create'))
    await sees(text.fails.createRole)
    await press(t('roles:list.create'))
    await sees(text.fails.createRole, text.done.createRole)
  })

  const listed = { 'GET /api/teams/1/userRoles': () => ({ items: [desk], teamAdminCount: 1 }) }
  const choose = async (label: string) => {
    const row = (await screen.findByText('Desk')).closest('tr') as HTMLElement
    await press(t('common:reorder.actionsFor', { name: 'Desk' }), within(row))
    await userEvent.click(await screen.findByRole('menuitem', { name: label }))
  }

  it('a role that is updated: an error, a success; Team Admin is fixed', async () => {
    mockFetch({ ...listed, 'PUT /api/teams/1/userRoles/5': secondTime({ ...desk, dataPermissions: [] }) })
    show(<RoleList />)
    expect(await screen.findByText(text.teamAdmin)).toBeVisible()
    await choose(t('roles:list.deactivate'))
    await sees(text.fails.updateRole)
    await choose(t('roles:list.deactivate'))
    await sees(text.fails.updateRole, text.done.updateRole)
  })

  it('a role that is deleted: a question, an error, a success', async () => {
    mockFetch({ ...listed, 'DELETE /api/teams/1/userRoles/5': secondTime({}) })
    show(<RoleList />)
    const attempt = async () => {
      await choose(t('common:delete'))
      const question = await screen.findByRole('dialog')
      expect(question).toHaveTextContent(text.asks.deleteRole)
      await press(t('roles:delete.confirm'), within(question))
    }
    await attempt()
    await sees(text.fails.deleteRole)
    await attempt()
    await sees(text.fails.deleteRole, text.done.deleteRole)
  })
})
