/** Roles: obeyed at once by pages that are open, changed by two people, seen as, deleted. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import { rolesApi } from '@muster/contract/roles/roles.api'
import { beforeAll, describe, expect, test } from 'vitest'
import { toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { api, inATeam, page, teamId, visited } from './support/in-a-team.ts'
import { makePerson, type Person } from './support/people.ts'

inATeam('Roles', { viewport: { width: 1440, height: 900 } })

let clients: DataCollection
let person: Person
const rolesUrl = () => `/team-${teamId}/admin/user-roles`

beforeAll(async () => {
  clients = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Client', pluralName: 'Clients' },
  })
  const at = { teamId, dataCollectionId: clients.id }
  await api.call(recordsApi.create, { params: at, body: { values: { name: 'Ana' } } })
  person = await makePerson(api, teamId, 'Nora', 'North', false)
})

const cell = (name: string) => page.getByRole('button', { name, exact: true })
const choose = (name: string | RegExp) => page.getByRole('menuitem', { name }).click()
const save = async () => {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await toastOf(page, /Role “.+” updated\./)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })
}

describe('a team administrator', () => {
  test('takes all data away from members, and an open page loses it at once', async () => {
    const other = await visitSignedIn(visited.context.browser()!, {}, person)
    await other.page.goto(`/team-${teamId}/data-collections/${clients.id}/records`)
    const firstCell = other.page.getByTestId('glide-cell-1-0')
    await firstCell.waitFor({ state: 'attached' })
    expect(await firstCell.textContent()).toBe('Ana')

    await page.goto(rolesUrl())
    await page.getByRole('link', { name: 'Member', exact: true }).click()
    await page.getByRole('link', { name: 'Data permissions' }).click()
    for (const permission of ['See', 'Change']) {
      await cell(`All data collections, ${permission}: All records`).click()
      await choose('No')
    }
    await save()
    await firstCell.waitFor({ state: 'detached' })
    await other.page.getByRole('link', { name: 'Clients' }).first().waitFor({ state: 'detached' })
    await other.context.close()
  })

  test('sees a change of somebody else instead of overwriting it', async () => {
    const role = await api.call(rolesApi.create, { params: { teamId }, body: { roleName: 'North desk' } })
    await page.goto(`${rolesUrl()}/${role.id}/details`)
    await page.getByLabel('Description').fill('Mine')
    const body = { version: role.version, description: 'Theirs' }
    await api.call(rolesApi.update, { params: { teamId, userRoleId: role.id }, body })
    await page.getByText('Somebody else changed this role').waitFor()
    expect(await page.getByLabel('Description').inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Discard my changes and show theirs' }).click()
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Theirs')
  })

  test('sees the team as somebody with the role, who may not open its administration', async () => {
    await page.getByRole('main').getByRole('button', { name: 'More actions' }).last().click()
    await choose('See the team as this role')
    const banner = page.getByRole('region', { name: 'See as' })
    await banner.getByText('You are seeing the team as somebody with the role North desk.').waitFor()
    await page.goto(rolesUrl())
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await banner.getByRole('button', { name: 'Stop' }).click()
    await banner.waitFor({ state: 'detached' })
    await page.goto(rolesUrl())
    await page.getByRole('link', { name: 'North desk' }).click()
    await page.getByRole('heading', { name: 'North desk', level: 1 }).waitFor()
  })

  test('deletes a role after a confirmation', async () => {
    await page
      .getByRole('banner')
      .or(page.getByRole('main'))
      .getByRole('button', { name: 'More actions' })
      .last()
      .click()
    await choose('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).click()
    await toastOf(page, 'Role “North desk” deleted.').waitFor()
    await page.getByRole('heading', { name: 'User roles', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'North desk' }).first().waitFor({ state: 'detached' })
    expect(await axe(page)).toEqual([])
  })
})
