/** A system administrator lets people sign in with a provider, and somebody does. */
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { type Visit, visit } from './support/browser.ts'
import { api, inATeam, page, teamId, visited } from './support/in-a-team.ts'
import { type Provider, startProvider } from './support/oidc.ts'
import { makePerson, type Person } from './support/people.ts'
import { shoot } from './support/shoot.ts'

inATeam('Provider', { viewport: { width: 1440, height: 900 } })

let provider: Provider
let person: Person
let visitor: Visit

beforeAll(async () => {
  provider = await startProvider()
  person = await makePerson(api, teamId, 'Paula', 'Provided', false)
  visitor = await visit(visited.context.browser()!)
})
afterAll(async () => {
  // Other tests share the server.
  await api.call(sysAdminApi.updateSettings, {
    body: { isOidcOn: false, oidcLabels: { en: '', es: '', fr: '' }, oidcClientSecret: null },
  })
  await provider.stop()
})

const save = () => page.getByRole('button', { name: 'Save changes' })

const shot = (seen: typeof page, name: string) => shoot(seen, `oidc-${name}`, { fullPage: true })

test('the settings are checked with the provider, saved, and the secret is not shown again', async () => {
  await page.goto('/sys-admin/settings')
  await page.getByRole('switch', { name: 'People may sign in with a provider' }).click()
  const issuer = page.getByRole('textbox', { name: 'Address of the provider' })
  await issuer.fill('http://localhost:1')
  await page.getByRole('textbox', { name: 'Client ID' }).fill('muster')
  await page.getByLabel('Client secret', { exact: true }).fill('hush hush')
  await page.getByRole('textbox', { name: 'English' }).fill('Sign in with Harbour ID')
  await page.getByRole('textbox', { name: 'Français' }).fill('Se connecter avec Harbour ID')
  await save().click()
  await page.getByText('No OpenID Connect provider answers at this address.').waitFor()
  await issuer.fill(provider.issuer)
  expect(await axe(page)).toEqual([])
  await shot(page, 'settings')
  await save().click()
  await save().waitFor({ state: 'detached' })
  await page.getByText(/^Set on .* Leave empty to keep it\.$/).waitFor()
  await page.reload()
  await page.getByText(/^Set on .* Leave empty to keep it\.$/).waitFor()
  expect(await page.getByLabel('Client secret', { exact: true }).inputValue()).toBe('')
  expect(await page.content()).not.toContain('hush hush')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axe(page)).toEqual([])
  await shot(page, 'settings-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('somebody signs in with the provider, and comes to where they were heading', async () => {
  const { page: theirs } = visitor
  provider.person = { email: person.email, isVerified: true }
  await theirs.goto(`/team-${teamId}/bookmarked`)
  const button = theirs.getByRole('button', { name: 'Sign in with Harbour ID' })
  await button.waitFor()
  expect(await axe(theirs)).toEqual([])
  await shot(theirs, 'sign-in')
  await theirs.getByRole('combobox', { name: 'Language' }).selectOption('fr')
  await theirs.getByRole('button', { name: 'Se connecter avec Harbour ID' }).waitFor()
  await theirs.getByRole('combobox', { name: 'Langue' }).selectOption('en')
  await button.click()
  await theirs.getByRole('heading', { name: 'Bookmarked', level: 1 }).waitFor()
  expect(new URL(theirs.url()).pathname).toBe(`/team-${teamId}/bookmarked`)

  // The session is one like any other, and signing out ends it.
  await theirs.goto(`/team-${teamId}/user/preferences`)
  await theirs.getByText(person.email).waitFor()
  await theirs.getByRole('button', { name: 'User menu' }).click()
  await theirs.getByRole('menuitem', { name: 'Log out' }).click()
  await button.waitFor()
  expect(visitor.errors).toEqual([])
})

test('who has no account, or no verified address, reads why', async () => {
  const { page: theirs } = await visit(visited.context.browser()!)
  provider.person = { email: 'nobody@example.org', isVerified: true }
  await theirs.goto('/login')
  await theirs.getByRole('button', { name: 'Sign in with Harbour ID' }).click()
  await theirs.getByText('There is no account for nobody@example.org.').waitFor()
  expect(await axe(theirs)).toEqual([])
  provider.person = { email: person.email, isVerified: false }
  await theirs.getByRole('link', { name: 'Back to sign in' }).click()
  await theirs.getByRole('button', { name: 'Sign in with Harbour ID' }).click()
  await theirs.getByText('The provider does not confirm that your email address is yours').waitFor()
})
