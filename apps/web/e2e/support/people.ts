/** Further people of a team: invited, and signed in by the link of their mail. */
import { authApi } from '@muster/contract/auth/auth.api'
import { usersApi } from '@muster/contract/users/users.api'
import { vi } from 'vitest'
import type { ApiClient } from './api.ts'
import { mailsTo } from './outbox.ts'
import { site } from './site.ts'

export interface Person {
  email: string
  password: string
  name: string
}

/** Makes somebody a user of a team, with a password. */
export async function makePerson(
  api: ApiClient,
  teamId: number,
  firstName: string,
  lastName: string,
  isTeamAdmin = true,
): Promise<Person> {
  const email = `${firstName}.${Math.random().toString(36).slice(2, 8)}@example.org`.toLowerCase()
  await api.call(usersApi.invite, {
    params: { teamId },
    body: { firstName, lastName, email, isTeamAdmin, userRoleIds: [] },
  })
  const { userId, token } = await vi.waitFor(() => invitationOf(email), { timeout: 120_000, interval: 200 })
  const name = `${firstName} ${lastName}`
  const password = 'correct horse battery staple'
  const url = `${site.baseUrl}/api${authApi.acceptInvitation.path.replace(':userId', userId)}`
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, name, password }),
  })
  if (!answer.ok) throw new Error(`Accepting the invitation: ${answer.status} ${await answer.text()}`)
  return { email, password, name }
}

/** @throws Error while the mail has not arrived */
export function invitationOf(email: string): { userId: string; token: string } {
  for (const mail of mailsTo(email)) {
    const link = /\/accept-invite\/([^?\s"]+)\?token=([^\s"&<]+)/.exec(mail)
    if (link) {
      return { userId: decodeURIComponent(link[1] as string), token: decodeURIComponent(link[2] as string) }
    }
  }
  throw new Error(`No invitation for ${email}`)
}
