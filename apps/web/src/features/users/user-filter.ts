/** Search and role filter of the list of users. */
import type { TeamUser } from '@muster/contract/users/users.api'

export interface UserFilter {
  search: string
  /** The id of a role, `admin`, `none`, or null for any. */
  role: string | null
}

export const noFilter: UserFilter = { search: '', role: null }

/** Ignores case and accents. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Each word of the search occurs in the name or in the address. */
export function filterUsers(users: readonly TeamUser[], { search, role }: UserFilter): TeamUser[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return users.filter((user) => {
    const text = folded(`${user.firstName} ${user.lastName} ${user.email}`)
    return words.every((word) => text.includes(word)) && hasRole(user, role)
  })
}

function hasRole({ accountType, roles }: TeamUser, role: string | null): boolean {
  if (role === null) return true
  if (role === 'admin') return accountType === 'team_admin'
  if (role === 'none') return accountType === 'user' && roles.length === 0
  return roles.some(({ id }) => String(id) === role)
}
