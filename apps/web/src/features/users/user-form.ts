/** What the form of a user contains, and what it requires. */
import type { AssignableRole, TeamUser } from '@muster/contract/users/users.api'

export interface UserDraft {
  firstName: string
  lastName: string
  email: string
  /** Of the invitation; empty for the team's default. */
  language: '' | 'en' | 'es' | 'fr'
  isTeamAdmin: boolean
  userRoleIds: readonly number[]
}

export const requiredFields = ['firstName', 'lastName', 'email'] as const
export type RequiredField = (typeof requiredFields)[number]

export const newUser: UserDraft = {
  firstName: '',
  lastName: '',
  email: '',
  language: '',
  isTeamAdmin: false,
  userRoleIds: [],
}

export function draftOf({ firstName, lastName, email, accountType, roles }: TeamUser): UserDraft {
  return {
    ...newUser,
    firstName,
    lastName,
    email,
    isTeamAdmin: accountType === 'team_admin',
    userRoleIds: roles.map(({ id }) => id),
  }
}

/** In the order of the form. */
export const emptyFields = (draft: UserDraft): RequiredField[] =>
  requiredFields.filter((field) => draft[field].trim() === '')

/** The roles to choose from: active ones, and others that the user has already. */
export function offeredRoles(roles: readonly AssignableRole[], draft: UserDraft): AssignableRole[] {
  return roles.filter(
    ({ id, isActive, isMember }) => !isMember && (isActive || draft.userRoleIds.includes(id)),
  )
}
