import type { TeamUser } from '@muster/contract/users/users.api'
import { expect, test } from 'vitest'
import { filterUsers, noFilter } from './user-filter.ts'

const user = (firstName: string, lastName: string, more: Partial<TeamUser> = {}) =>
  ({
    firstName,
    lastName,
    email: `${firstName}@example.org`,
    accountType: 'user',
    roles: [],
    ...more,
  }) as TeamUser

const editor = { id: 7, roleName: 'Editor' }
const users = [
  user('Ana', 'Núñez', { roles: [editor] }),
  user('Ben', 'Ruiz', { accountType: 'team_admin', roles: [{ id: 8, roleName: 'Guide' }] }),
  user('Zoë', 'Anders'),
]
const shown = (filter: object) =>
  filterUsers(users, { ...noFilter, ...filter }).map(({ firstName }) => firstName)

test.each([
  [{}, ['Ana', 'Ben', 'Zoë']],
  [{ search: ' nunez ANA' }, ['Ana']],
  [{ search: 'an' }, ['Ana', 'Zoë']],
  [{ search: 'ben@' }, ['Ben']],
  [{ search: 'ben ana' }, []],
  [{ role: '7' }, ['Ana']],
  [{ role: '88' }, []],
  [{ role: 'admin' }, ['Ben']],
  [{ role: 'none' }, ['Zoë']],
  [{ role: '7', search: 'ben' }, []],
])('%j', (filter, expected) => {
  expect(shown(filter)).toEqual(expected)
})
