/** The form of a user, over a mocked API. */
import type { TeamUser } from '@muster/contract/users/users.api'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { toastStore } from '../../../ui/toasts.ts'
import { Around, mockFetch } from '../../fields/testing/field.tsx'
import { UserDrawer } from './UserDrawer.tsx'

const role = (id: number, roleName: string, more: object = {}) => ({
  id,
  roleName,
  isActive: true,
  isMember: false,
  isAssignable: true,
  ...more,
})
const roles = {
  'GET /api/teams/1/assignableRoles': () => ({
    items: [
      role(1, 'As it is stored', { isMember: true, isAssignable: false }),
      role(2, 'Editor'),
      role(3, 'Designer', { isAssignable: false }),
      role(4, 'Old', { isActive: false }),
    ],
  }),
}
const rosa: TeamUser = {
  id: 9,
  userId: 'u9',
  firstName: 'Rosa',
  lastName: 'Diaz',
  email: 'rosa@example.org',
  accountType: 'user',
  status: 'current',
  roles: [{ id: 3, roleName: 'Designer' }],
  lastActivity: null,
  invitedAt: null,
  invitedBy: null,
  deactivatedSince: null,
}

function show(props: { user: TeamUser | null; isAdmin?: boolean; isOwn?: boolean }) {
  const onClose = vi.fn()
  render(
    <Around>
      <UserDrawer teamId={1} isAdmin isOwn={false} onClose={onClose} {...props} />
    </Around>,
  )
  return onClose
}
const fill = async (label: string, text: string) =>
  userEvent.type(await screen.findByRole('textbox', { name: label }), text)
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))
const toasts = () => toastStore.get().map(({ text }) => text)

it('lists the empty fields, and sends nothing until they are filled', async () => {
  const { calls } = mockFetch(roles)
  show({ user: null })
  await fill('Last name', '  ')
  await press('Send invitation')
  const alert = screen.getByRole('alert')
  expect(alert).toHaveTextContent('The following fields cannot be empty')
  expect(
    within(alert)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['First name', 'Last name', 'Email'])
  for (const field of ['First name', 'Last name', 'Email']) {
    expect(screen.getByText(`* ${field} can not be empty`)).toBeVisible()
  }
  expect(screen.getByRole('textbox', { name: 'First name' })).toHaveFocus()
  await fill('First name', 'Ana')
  expect(screen.queryByText('* First name can not be empty')).toBeNull()
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([])
})

it('shows at the email that it is linked already', async () => {
  const problem = {
    status: 409,
    code: 'email_already_linked',
    errors: [{ path: 'email', code: 'email_linked' }],
  }
  mockFetch({
    ...roles,
    'POST /api/teams/1/invitations': () => Response.json(problem, { status: 409 }),
  })
  const onClose = show({ user: null })
  await fill('First name', 'Ana')
  await fill('Last name', 'Torres')
  await fill('Email', 'rosa@example.org')
  await press('Send invitation')
  expect(await screen.findByText('This email is already linked to a team user.')).toBeVisible()
  expect(toasts()).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
})

it('leaves roles that one may not assign as they are', async () => {
  const { calls } = mockFetch({ ...roles, 'PUT /api/teams/1/users/9': () => rosa })
  const onClose = show({ user: rosa, isAdmin: false })
  const designer = await screen.findByRole('checkbox', { name: 'Designer' })
  expect(designer).toBeChecked()
  expect(designer).toBeDisabled()
  expect(screen.getByRole('checkbox', { name: 'Member' })).toBeChecked()
  expect(screen.queryByRole('checkbox', { name: /Old/ })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Editor' }))
  await press('Save changes')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(calls.find(({ route }) => route.startsWith('PUT'))?.body).toEqual({
    firstName: 'Rosa',
    lastName: 'Diaz',
    isTeamAdmin: false,
    userRoleIds: [3, 2],
  })
  expect(toasts()).toEqual(['Rosa Diaz was updated.'])
})

it('says what went wrong, and why', async () => {
  mockFetch({
    ...roles,
    'PUT /api/teams/1/users/9': () => Response.json({ status: 409, code: 'last_admin' }, { status: 409 }),
  })
  show({ user: { ...rosa, accountType: 'team_admin' } })
  await userEvent.click(await screen.findByRole('switch', { name: /^Team Admin/ }))
  await press('Save changes')
  await vi.waitFor(() =>
    expect(toasts()).toEqual([
      'Oops, there was an error updating the user. A team needs at least one administrator.',
    ]),
  )
})

it('nobody stops being an administrator here by themselves', async () => {
  mockFetch(roles)
  show({ user: { ...rosa, accountType: 'team_admin' }, isOwn: true })
  expect(await screen.findByRole('switch', { name: /^Team Admin/ })).toBeDisabled()
})
