/** The role whose pages are open, from their layout. */
import type { UserRoleDetail } from '@muster/contract/roles/roles.api'
import { createContext, useContext } from 'react'

export const RoleContext = createContext<UserRoleDetail | null>(null)

export function useRole(): UserRoleDetail {
  const role = useContext(RoleContext)
  if (!role) throw new Error('No role around this page')
  return role
}
