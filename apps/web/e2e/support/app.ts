/** The signed-in app: where most tests begin. */
import { authApi } from '@muster/contract/auth/auth.api'
import type { Language } from '@muster/contract/paging'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { Team } from '@muster/contract/teams/teams.schema'
import type { Browser, Locator, Page } from 'playwright-core'
import type { ApiClient } from './api.ts'
import { type Visit, visit } from './browser.ts'
import { site } from './site.ts'

/** A browser with a session, of the system administrator or of `person`, without using the sign-in screen. */
export async function visitSignedIn(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
  { email, password }: { email: string; password: string } = site.admin,
): Promise<Visit> {
  const visited = await visit(browser, options)
  const baseUrl = site.baseUrl
  const answer = await visited.context.request.post(`${baseUrl}/api${authApi.signIn.path}`, {
    data: { email, password, rememberMe: true },
    headers: { origin: baseUrl },
  })
  if (!answer.ok()) throw new Error(`Sign-in: ${answer.status()} ${await answer.text()}`)
  return visited
}

/** A team of its own for a test file, so that no test sees what another one does; its name is unique too. */
export function makeTeam(
  api: ApiClient,
  name: string,
  options: { enumAppBrandId?: number; primaryTimezone?: string; defaultInterfaceLanguage?: Language } = {},
): Promise<Team> {
  const mark = Math.random().toString(36).slice(2, 8)
  return api.call(sysAdminApi.createTeam, { body: { name: `${name} ${mark}`, ...options } })
}

/** Opens a screen of a team, and waits for its event stream: earlier changes of others send no events. */
export async function openListening(page: Page, address: string): Promise<void> {
  await Promise.all([
    page.waitForResponse((answer) => /\/api\/teams\/\d+\/events(\?|$)/.test(answer.url())),
    page.goto(address),
  ])
}

/** The toast that contains `text`. */
export function toastOf(page: Page, text: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Notifications' }).locator('> *').filter({ hasText: text })
}
