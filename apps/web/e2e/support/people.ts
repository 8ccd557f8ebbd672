/** Further people of a team: invited, and signed in by the link of their mail. */
import fs from 'node:fs'
import path from 'node:path'
import { authApi } from '@muster/contract/auth/auth.api'
import { usersApi } from '@muster/contract/users/users.api'
import { vi } from 'vitest'
import type { ApiClient } from './api.ts'
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
  const folder = path.join(site.dataDir, 'outbox')
  const lines = fs.readFileSync(path.join(folder, 'index.jsonl'), 'utf8').split('\n')
  for (const line of lines.filter((text) => text.includes(`"${email}"`))) {
    const { id } = JSON.parse(line) as { id: string }
    const mail = decoded(fs.readFileSync(path.join(folder, id.slice(0, 8), `${id}.eml`), 'utf8'))
    const link = /\/accept-invite\/([^?\s"]+)\?token=([^\s"&<]+)/.exec(mail)
    if (link) {
      return { userId: decodeURIComponent(link[1] as string), token: decodeURIComponent(link[2] as string) }
    }
  }
  throw new Error(`No invitation for ${email}`)
}

/** Decodes quoted-printable. */
const decoded = (mail: string): string =>
  mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
