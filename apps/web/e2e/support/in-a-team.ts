/** A fresh team and an administrator's browser for the tests of one file; what is named here is there from `beforeAll` on. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type ApiClient, signInToApi } from './api.ts'
import { makeTeam, visitSignedIn } from './app.ts'
import { launchBrowser, type Visit } from './browser.ts'

export let api: ApiClient
export let teamId: number
export let visited: Visit
export let page: Page

/**
 * To be called once in a test file.
 *
 * @param launch options of `launchBrowser`
 */
export function inATeam(
  name: string,
  options?: Parameters<typeof visitSignedIn>[1],
  launch?: Parameters<typeof launchBrowser>[0],
): void {
  let browser: Browser | undefined
  beforeAll(async () => {
    api = await signInToApi()
    teamId = (await makeTeam(api, name)).teamId
    browser = await launchBrowser(launch)
    visited = await visitSignedIn(browser, options)
    page = visited.page
  })
  afterAll(() => browser?.close())
}
