/** The audit log on the screen: found, narrowed, opened and exported. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { integrationsApi } from '@muster/contract/integrations/integrations.api'
import { rolesApi } from '@muster/contract/roles/roles.api'
import { viewsApi } from '@muster/contract/views/views.api'
import { displayedFieldSchema, displayOptionsSchema } from '@muster/contract/views/views.schema'
import { beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { api, inATeam, page, teamId } from './support/in-a-team.ts'

inATeam('Audited', { viewport: { width: 1440, height: 900 } })

beforeAll(async () => {
  const params = { teamId }
  const boats = await api.call(collectionsApi.create, { params, body: { name: 'Boat', pluralName: 'Boats' } })
  const { dataCollection } = await api.call(collectionsApi.list, { params })
  const { DataFields } = dataCollection.find(({ id }) => id === boats.id)!
  const dataFieldId = DataFields[0]!.id
  const view = await api.call(viewsApi.create, {
    params,
    body: {
      dataCollectionId: boats.id,
      type: 'list',
      internalName: 'Fleet',
      recordNameDataFieldId: dataFieldId,
    },
  })
  await api.call(viewsApi.update, {
    params: { teamId, dataViewId: view.id },
    body: {
      filter: {
        or: [
          { field: '@name', op: 'isNotEmpty' },
          { field: '@createdAt', op: 'thisPeriod', value: 'month' },
        ],
      },
      displayedFields: [displayedFieldSchema.parse({ dataFieldId, displayWidth: 'half' })],
      displayOptions: displayOptionsSchema.parse({ layout: 'gallery' }),
    },
  })
  const token = { name: 'Nightly report', scopes: ['read' as const], expiresInDays: 30 as const }
  await api.call(integrationsApi.createToken, { params, body: token })
  const role = await api.call(rolesApi.create, { params, body: { roleName: 'Harbor desk' } })
  await api.call(rolesApi.update, {
    params: { teamId, userRoleId: role.id },
    body: { version: role.version, featurePermissions: ['team_admin_users'], description: 'At the quay' },
  })
})

test('shows who changed what, from the menu of the administration', async () => {
  await page.goto(`/team-${teamId}/admin/dashboard`)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('button', { name: 'Created: Data collection Boats' }).waitFor()
  expect(await axe(page)).toEqual([])

  await page.getByRole('searchbox', { name: 'Search by name' }).fill('harbor')
  await page.getByText('Boats').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Changed: User role Harbor desk' }).click()
  const drawer = page.getByRole('dialog')
  const description = drawer.getByRole('row', { name: /^Description/ })
  await description.waitFor()
  expect(await description.textContent()).toBe('Description–At the quay')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Search by name' }).fill('nightly')
  await page.getByRole('button', { name: 'Created: API token Nightly report' }).click()
  expect(await drawer.getByRole('row', { name: /^Access/ }).textContent()).toBe('AccessRead')
  expect(await drawer.getByRole('row', { name: /^Expires/ }).textContent()).toMatch(
    /^Expires\w+ \d+, \d{4}, /,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('')

  await page.getByRole('button', { name: 'Changed: View Fleet' }).click()
  const settings = drawer.getByRole('table', { name: 'Changes' })
  await settings.getByText('Gallery', { exact: true }).waitFor()
  expect(await drawer.getByRole('row', { name: /^Layout/ }).textContent()).toBe('LayoutListGallery')
  expect(await drawer.getByRole('row', { name: /^Filter/ }).textContent()).toBe(
    'Filter–Name is not empty or Created is in this month',
  )
  expect(await drawer.getByRole('row', { name: /^Displayed fields/ }).textContent()).toBe(
    'Displayed fields–Name · Show title · Width: Half · Auto update data · Multi-field view: In one line',
  )
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option', { name: 'System', exact: true }).click()
  await page.getByText('Boats').waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option', { name: 'System Administrator' }).click()
  await page.getByRole('button', { name: 'Created: Data collection Boats' }).waitFor()
  await page.getByRole('textbox', { name: 'To day' }).fill('01/31/2020')
  await page.getByText('No changes found.').waitFor()
  await page.getByRole('textbox', { name: 'To day' }).fill('')
  await page.getByRole('textbox', { name: 'From day' }).fill('01/31/2020')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Created: Data collection Boats' }).waitFor()
  expect(await axe(page)).toEqual([])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit-log.csv')
})

test('of the system shows teams, and fits a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sys-admin/audit-log')
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('Audited')
  await page.getByRole('button', { name: /Created: Team Audited/ }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
