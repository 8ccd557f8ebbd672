/** Somebody sets up a second factor, signs in with a code, and switches it off. */
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import type { Visit } from './support/browser.ts'
import { api, inATeam, page, teamId, visited } from './support/in-a-team.ts'
import { makePerson, type Person } from './support/people.ts'
import { shoot } from './support/shoot.ts'

inATeam('Codes', { viewport: { width: 1440, height: 900 } })

let person: Person
let theirs: Visit
let recoveryCode = ''

beforeAll(async () => {
  person = await makePerson(api, teamId, 'Cora', 'Codes', false)
  theirs = await visitSignedIn(visited.context.browser()!, { viewport: { width: 1440, height: 900 } }, person)
})
// Other tests share the server.
afterAll(() => api.call(sysAdminApi.updateSettings, { body: { isSecondFactorPossible: false } }))

const shot = (name: string) => shoot(theirs.page, `code-${name}`)

/** What an app that has been given this key shows now. */
const shown = (key: string): Promise<string> => createOTP(new TextDecoder().decode(base32.decode(key))).totp()

test('it is off until a system administrator makes it possible', async () => {
  const { page: own } = theirs
  await own.goto(`/team-${teamId}/user/preferences`)
  await own.getByText(`Signed in as ${person.email}`).waitFor()
  await own.getByRole('heading', { name: 'Second factor' }).first().waitFor({ state: 'detached' })
  await page.goto('/sys-admin/settings')
  await page.getByRole('switch', { name: 'People may set up a second factor' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })
  await own.reload()
  await own.getByRole('heading', { name: 'Second factor' }).waitFor()
})

test('setting it up takes the password and a code of the app, and shows recovery codes once', async () => {
  const { page: own } = theirs
  await own.getByRole('button', { name: 'Set up second factor' }).click()
  const drawer = own.getByRole('dialog')
  const password = drawer.getByLabel('Current password')
  await password.fill('not this one')
  await drawer.getByRole('button', { name: 'Continue' }).click()
  await drawer.getByText('This is not your current password.').waitFor()
  await password.fill(person.password)
  await drawer.getByRole('button', { name: 'Continue' }).click()
  await drawer.getByRole('img', { name: 'QR code with the key' }).waitFor()
  expect(await axe(own)).toEqual([])
  await shot('app')
  await own.setViewportSize({ width: 390, height: 844 })
  expect(await axe(own)).toEqual([])
  await shot('app-phone')
  await own.setViewportSize({ width: 1440, height: 900 })
  const code = drawer.getByRole('textbox', { name: 'Code that the app shows' })
  await code.fill('12345')
  await drawer.getByRole('button', { name: 'Switch on' }).click()
  await drawer.getByText('This code is not right, or was already used.').waitFor()
  await code.fill(await shown(await drawer.getByRole('textbox', { name: 'Key' }).inputValue()))
  await drawer.getByRole('button', { name: 'Switch on' }).click()
  const codes = drawer.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(10)
  recoveryCode = (await codes.first().textContent()) ?? ''
  expect(await axe(own)).toEqual([])
  await shot('recovery')
  await drawer.getByRole('button', { name: 'I have kept them' }).click()
  await own.getByText('Switched on: signing in asks for a code. 10 recovery codes are left.').waitFor()
  expect(await axe(own)).toEqual([])
})

test('signing in asks for a code, and a recovery code will do', async () => {
  const { page: own } = theirs
  await own.getByRole('button', { name: 'User menu' }).click()
  await own.getByRole('menuitem', { name: 'Log out' }).click()
  await own.goto(`/team-${teamId}/user/preferences`)
  await own.getByLabel('Email').fill(person.email)
  await own.getByLabel('Password', { exact: true }).fill(person.password)
  await own.getByRole('button', { name: 'Sign in', exact: true }).click()
  await own.getByRole('heading', { name: 'Enter your code' }).waitFor()
  expect(await axe(own)).toEqual([])
  await shot('sign-in')
  await own.getByRole('textbox', { name: 'Code' }).fill('aaaa-bbbb-cccc')
  await own.getByRole('button', { name: 'Sign in' }).click()
  await own.getByText('This code is not right, or was already used.').waitFor()
  await own.getByRole('textbox', { name: 'Code' }).fill(recoveryCode)
  await own.getByRole('button', { name: 'Sign in' }).click()
  await own.getByText('9 recovery codes are left.').waitFor()
})

async function setUpAgain(own: Page): Promise<void> {
  await own.getByRole('button', { name: 'Set up second factor' }).click()
  const drawer = own.getByRole('dialog')
  await drawer.getByLabel('Current password').fill(person.password)
  await drawer.getByRole('button', { name: 'Continue' }).click()
  const key = drawer.getByRole('textbox', { name: 'Key' })
  await key.waitFor()
  await drawer
    .getByRole('textbox', { name: 'Code that the app shows' })
    .fill(await shown(await key.inputValue()))
  await drawer.getByRole('button', { name: 'Switch on' }).click()
  await drawer.getByRole('button', { name: 'I have kept them' }).click()
  await own.getByText('10 recovery codes are left.').waitFor()
}

test('a system administrator removes it for somebody who lost the app and the codes', async () => {
  const { page: own } = theirs
  await page.goto('/sys-admin/users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(person.email)
  await page.getByRole('button', { name: `Actions for ${person.name}` }).click()
  await page.getByRole('menuitem', { name: 'Remove second factor' }).click()
  const question = page.getByRole('dialog', { name: `Remove the second factor of ${person.name}?` })
  expect(await axe(page)).toEqual([])
  await question.getByRole('button', { name: 'Remove second factor' }).click()
  await toastOf(page, `${person.name} signs in without a code.`).waitFor()
  await own.reload()
  await setUpAgain(own)
})

test('switching it off takes the password', async () => {
  const { page: own } = theirs
  await own.getByRole('button', { name: 'Switch off' }).click()
  const drawer = own.getByRole('dialog')
  await drawer.getByLabel('Current password').fill(person.password)
  await drawer.getByRole('button', { name: 'Switch off' }).click()
  await toastOf(own, 'Second factor switched off.').waitFor()
  await own.getByRole('button', { name: 'Set up second factor' }).waitFor()
})
