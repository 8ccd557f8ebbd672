/** API tokens: created, tried at once, used by a program, and revoked. */
import { rolesApi } from '@muster/contract/roles/roles.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { usersApi } from '@muster/contract/users/users.api'
import { expect, test } from 'vitest'
import { toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { api, inATeam, page, teamId, visited } from './support/in-a-team.ts'
import { makePerson } from './support/people.ts'
import { site } from './support/site.ts'

inATeam('Tokens', { viewport: { width: 1440, height: 900 } })

const tokensUrl = () => `/team-${teamId}/admin/integrations`
const form = () => page.getByRole('dialog')

/** The status of a request of a program with the token. */
async function statusOf(secret: string): Promise<number> {
  const url = `${site.baseUrl}/api${teamsApi.get.path.replace(':teamId', String(teamId))}`
  return (await fetch(url, { headers: { authorization: `Bearer ${secret}` } })).status
}

test('a token is created, tried, used and revoked', async () => {
  await page.goto(tokensUrl())
  await page.getByText('No API tokens yet.').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Create token' }).first().click()
  await form().getByRole('button', { name: 'Create token' }).click()
  await form().getByText('Fill this in.').waitFor()
  await toastOf(page, 'error').first().waitFor({ state: 'detached' })
  await form().getByLabel('Name').fill('Website')
  await form().getByLabel('Expires after').selectOption('30 days')
  expect(await axe(page)).toEqual([])
  await form().getByRole('button', { name: 'Create token' }).click()

  await form().getByText('It is not shown again.').waitFor()
  const secret = (await form()
    .getByText(/^mst_[\w-]{43}$/)
    .textContent())!
  await form().getByRole('button', { name: 'Run the request' }).click()
  await form().getByText('200', { exact: true }).waitFor()
  await form().getByText('"dataCollection"').waitFor()
  expect(await axe(page)).toEqual([])
  await form().getByRole('button', { name: 'Done' }).click()
  expect(await statusOf(secret)).toBe(200)

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Website' })
  await row.getByText('Active', { exact: true }).waitFor()
  expect(await row.getByText(`${secret.slice(0, 10)}…`).count()).toBe(1)
  await page.getByText(secret).first().waitFor({ state: 'detached' })
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Actions for Website' }).click()
  await page.getByRole('menuitem', { name: 'Revoke token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
  await toastOf(page, 'Token “Website” revoked.').waitFor()
  await row.getByText('Revoked', { exact: true }).waitFor()
  expect(await statusOf(secret)).toBe(401)
})

test('a holder of the permission reaches the tokens from the preferences, on a phone and in French', async () => {
  const person = await makePerson(api, teamId, 'Nora', 'Novak', false)
  const { id } = await api.call(rolesApi.create, {
    params: { teamId },
    body: { roleName: 'Programs', featurePermissions: ['integrations_zapier'] },
  })
  const { items } = await api.call(usersApi.list, { params: { teamId } })
  const user = items.find(({ email }) => email === person.email)!
  await api.call(usersApi.update, {
    params: { teamId, teamUserId: user.id },
    body: { firstName: 'Nora', lastName: 'Novak', isTeamAdmin: false, userRoleIds: [id] },
  })
  const phone = await visitSignedIn(
    visited.context.browser()!,
    { viewport: { width: 390, height: 844 } },
    person,
  )
  await phone.page.goto(`/team-${teamId}/user/preferences`)
  await phone.page.getByLabel('Interface language').selectOption('Français')
  await phone.page.getByRole('link', { name: 'Gérer les jetons d’API' }).click()
  await phone.page.getByText('Aucun jeton d’API pour l’instant.').waitFor()
  // Neither another user's tokens nor the rest of the administration.
  await phone.page.getByText('Website').first().waitFor({ state: 'detached' })
  await phone.page.getByRole('button', { name: 'Créer un jeton' }).first().click()
  const dialog = phone.page.getByRole('dialog')
  await dialog.getByLabel('Nom').fill('Site web')
  await dialog.getByLabel('Lecture et écriture').check()
  expect(await axe(phone.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Créer un jeton' }).click()
  await dialog.getByRole('button', { name: 'Exécuter la requête' }).click()
  await dialog.getByText('200', { exact: true }).waitFor()
  expect(await axe(phone.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Terminé' }).click()
  await phone.page.getByText('Site web').waitFor()
  const width = await phone.page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  expect(phone.errors).toEqual([])
})
