/** A team's people: invited, limited, seen as, deactivated and back, in each language; several at once; a list from a file. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Language } from '@muster/contract/paging'
import { recordsApi } from '@muster/contract/records/records.api'
import { rolesApi } from '@muster/contract/roles/roles.api'
import { usersApi } from '@muster/contract/users/users.api'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { invitationOf, makePerson } from './support/people.ts'
import { textsIn } from './support/texts.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
let browser: Browser
let api: ApiClient
/** Of the administrator. */
let page: Page
let errors: string[]

beforeAll(async () => {
  api = await signInToApi()
  browser = await launchBrowser()
  ;({ page, errors } = await visitSignedIn(browser, { viewport: desk }))
})
afterAll(() => browser?.close())

const newEmail = (name: string) => `${name}.${Math.random().toString(36).slice(2, 8)}@example.org`
/** @param label of its checkbox */
const rowOf = (label: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: label }) })

/** What the walk needs: a team in a language, with clients that a role can be limited to. */
async function makeWalk(language: Language): Promise<{ teamId: number; clients: DataCollection }> {
  const { teamId } = await makeTeam(api, 'Walk', { defaultInterfaceLanguage: language })
  const params = { teamId }
  const body = { name: 'Client', pluralName: 'Clients' }
  const clients = await api.call(collectionsApi.create, { params, body })
  const inClients = { teamId, dataCollectionId: clients.id }
  const fields = { Site: 'plain_text', Income: 'number' } as const
  for (const [title, dataType] of Object.entries(fields) as [string, 'number'][]) {
    await api.call(collectionsApi.createField, { params: inClients, body: { title, dataType } })
  }
  for (const [name, site, income] of [
    ['Ana', 'North', 100],
    ['Ben', 'South', 200],
    ['Cho', 'North', 300],
  ]) {
    await api.call(recordsApi.create, { params: inClients, body: { values: { name, site, income } } })
  }
  const member = (await api.call(rolesApi.list, { params })).items.find(({ isMember }) => isMember)
  await api.call(rolesApi.setDataPermissions, {
    params: { teamId, userRoleId: member!.id },
    body: { version: member!.version, items: [] },
  })
  return { teamId, clients }
}

test.each([
  { language: 'en', sizes: [desk] },
  { language: 'es', sizes: [phone] },
  { language: 'fr', sizes: [desk, phone] },
] as const)('in $language, from the invitation over limits to the deactivation and back', async (walk) => {
  const { language, sizes } = walk
  const { teamId, clients } = await makeWalk(language)
  const t = textsIn(language) as unknown as (key: string, values?: object) => string
  let checks = 0
  await page.setViewportSize(sizes[0])
  const email = newEmail('rosa')
  const admin = `/team-${teamId}/admin`
  const records = `/team-${teamId}/data-collections/${clients.id}/records`
  const dialog = page.getByRole('dialog')
  const press = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true }).click()
  const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click()
  const act = async (label: string) => {
    await press(t('users:list.actions', { name: 'Rosa Diaz' }))
    await choose(t(label, { count: 1 }))
  }
  const tab = (name: string) =>
    page.getByRole('link', { name: new RegExp(`^${t(`users:list.${name}`)}`) }).click()
  const toast = (text: string) => page.getByText(text, { exact: true }).waitFor()
  /** Checks the page, and goes on in the next size. */
  const check = async () => {
    const { width } = sizes[checks % sizes.length]!
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await axe(page)).toEqual([])
    checks += 1
    await page.setViewportSize(sizes[checks % sizes.length]!)
  }
  /** Only the clients of the north, without their income; a phone lists them without a grid. */
  const seesLimited = async (of: Page) => {
    const records = of.locator('[data-testid^="glide-cell-"], [aria-label="Clients"] li')
    const text = async () => (await records.allTextContents()).join(' ')
    await expect.poll(text).toMatch(/Ana.*Cho/)
    expect(await text()).toContain('North')
    expect(await text()).not.toMatch(/Ben|South|[123]00/)
  }

  // Invited, and accepted in a browser of their own.
  await page.goto(`${admin}/users`)
  await press(t('users:act.invite'))
  await press(t('users:form.submit'), dialog)
  await dialog.getByRole('alert').getByText(t('users:form.missing')).waitFor()
  await check()
  const values = { firstName: 'Rosa', lastName: 'Diaz', email }
  for (const [field, value] of Object.entries(values))
    await dialog.locator(`input[name="${field}"]`).fill(value)
  await press(t('users:form.submit'), dialog)
  await toast(t('users:done.invite', { name: 'Rosa Diaz' }))
  await tab('invited')
  const row = rowOf(t('users:list.select', { name: 'Rosa Diaz' }))
  await row.getByText(email).filter({ visible: true }).first().waitFor()
  const { userId, token } = await vi.waitFor(() => invitationOf(email), { timeout: 120_000, interval: 200 })
  const guest = await visit(browser, { viewport: sizes[0] })
  await guest.context.addInitScript((locale) => localStorage.setItem('locale', locale), language)
  await guest.page.goto(`/accept-invite/${userId}?token=${encodeURIComponent(token)}`)
  await guest.page.getByRole('textbox', { name: t('auth:password') }).fill('correct horse battery staple')
  expect(await axe(guest.page)).toEqual([])
  await press(t('auth:invite.submit'), guest.page)
  await guest.page.waitForURL(`**/team-${teamId}/dashboard`)

  // A role is limited by row and column, and tried before anybody has it.
  await page.goto(`${admin}/user-roles`)
  await press(t('roles:list.create'))
  await dialog.getByLabel(t('roles:list.name')).fill('North desk')
  await press(t('roles:list.create'), dialog)
  await press(t('roles:data.showFields', { name: 'Clients' }))
  const see = t('roles:data.read_data_field_data')
  const [{ title, titleTranslations }] = clients.DataFields as [DataField]
  const fields = [titleTranslations[language] ?? title, 'Site']
  for (const field of fields) {
    await press(
      t('roles:data.cell', { name: `Clients, ${field}`, permission: see, state: t('roles:data.none') }),
    )
    await choose(t('roles:data.chooseSome'))
    await press(t('filters:addCondition'), dialog)
    await dialog.getByRole('combobox', { name: t('filters:field') }).click()
    await page.getByRole('option', { name: 'Site', exact: true }).click()
    await dialog.getByRole('combobox', { name: t('filters:operator') }).click()
    await page.getByRole('option', { name: t('filters:op.is'), exact: true }).click()
    await dialog.getByLabel(t('filters:value')).fill('North')
    await press(t('roles:rule.apply'), dialog)
  }
  const rule = `Site ${t('filters:op.is')} North`
  const what = t('roles:summary.fieldsWhere', { fields: new Intl.ListFormat(language).format(fields), rule })
  await page.getByText(t('roles:summary.sees', { what })).waitFor()
  await check()
  await press(t('roles:try.open'))
  await dialog.getByRole('combobox', { name: t('roles:try.record') }).fill('Ana')
  await page.getByRole('option', { name: /Ana/ }).first().click()
  await dialog.getByText(t('roles:try.visible'), { exact: true }).waitFor()
  await dialog
    .getByRole('row', { name: /^Site / })
    .getByText(rule)
    .first()
    .waitFor()
  await dialog
    .getByRole('row', { name: /^Income / })
    .getByText(t('roles:try.noRule'))
    .first()
    .waitFor()
  await check()
  await page.keyboard.press('Escape')
  await press(t('common:saveChanges'))
  await toast(t('roles:toast.updated', { name: 'North desk' }))

  // Their page shows what the role allows, and so does that of the administrator who sees the team as them.
  await page.goto(`${admin}/users`)
  await act('users:act.edit')
  await dialog.getByRole('checkbox', { name: 'North desk' }).check()
  await press(t('common:saveChanges'), dialog)
  await toast(t('users:done.update', { name: 'Rosa Diaz' }))
  await guest.page.goto(records)
  await seesLimited(guest.page)
  expect(errors).toEqual([])
  await act('auth:seeAs.user')
  const banner = page.getByRole('region', { name: t('auth:seeAs.label') })
  await banner.getByText(t('auth:seeAs.asUser', { name: 'Rosa Diaz' })).waitFor()
  await page.goto(records)
  await seesLimited(page)
  await check()
  await Promise.all([page.waitForURL('**/dashboard'), press(t('auth:seeAs.stop'), banner)])
  // What the page they came from still asked for is refused to Rosa.
  errors.length = 0

  // Deactivated, their open page is closed; reactivated, it is as before.
  await page.goto(`${admin}/users`)
  await act('users:act.deactivate')
  await dialog.getByText(t('users:confirm.deactivateText', { name: 'Rosa Diaz' })).waitFor()
  await press(t('users:act.deactivate'), dialog)
  await toast(t('users:done.deactivate', { name: 'Rosa Diaz' }))
  await guest.page.getByRole('heading', { name: t('shell:accessDenied.title') }).waitFor()
  await tab('deactivated')
  await act('users:act.reactivate')
  await press(t('users:act.reactivate'), dialog)
  await toast(t('users:done.reactivate', { name: 'Rosa Diaz' }))
  await guest.page.goto(records)
  await seesLimited(guest.page)
  await guest.context.close()
  expect(errors).toEqual([])
})

test('several users at once, and what a manager may not do', async () => {
  const team = await makeTeam(api, 'Several')
  const inTeam = { teamId: team.teamId }
  const manager = await makePerson(api, team.teamId, 'Mia', 'Manager', true)
  await makePerson(api, team.teamId, 'Ned', 'North', false)
  await makePerson(api, team.teamId, 'Sam', 'South', false)
  const { page, context, errors } = await visitSignedIn(browser, { viewport: desk }, manager)
  await page.goto(`/team-${team.teamId}/admin/users`)
  await page.getByLabel('Search names and emails').fill('th')
  await page.getByText('2 users').waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page.getByRole('dialog').getByText('Ned North and Sam South lose access').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await toastOf(page, '2 users deactivated.').waitFor()
  await page.getByText('No user matches.').waitFor()
  await page.getByRole('button', { name: 'Clear search and filter' }).click()
  // Oneself among others: the others are deactivated.
  await page.getByRole('button', { name: 'Actions for Mia Manager' }).click()
  expect(await page.getByRole('menuitem', { name: 'Deactivate' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  const { items } = await api.call(usersApi.list, { params: inTeam })
  expect(items.filter(({ status }) => status === 'deactivated')).toHaveLength(2)
  await context.close()
  expect(errors).toEqual([])
})

test('a list with one bad row invites the others', async () => {
  const { teamId } = await makeTeam(api, 'Crew')
  const [first, second] = [newEmail('first'), newEmail('second')]
  await page.setViewportSize(desk)
  await page.goto(`/team-${teamId}/admin/users`)
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Invite from a CSV file' }).click()
  const form = page.getByRole('dialog')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    form.getByRole('button', { name: 'Download a template' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('users.csv')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    form.getByRole('button', { name: 'Choose a file' }).click(),
  ])
  const text = `First name;Last name;Email\nAda;One;${first}\nBen;Two;nobody\nCleo;Three;${second}\n`
  await chooser.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await form.getByText('2 persons will be invited.').waitFor()
  await form.getByText('1 row has errors and is left out.').waitFor()
  await form.getByText('Email: Enter an email address').waitFor()
  expect(await axe(page)).toEqual([])
  await form.getByRole('button', { name: 'Send 2 invitations' }).click()
  await toastOf(page, '2 users invited.').waitFor()
  // The bad row stays, to be corrected.
  const rest = form.getByLabel('Paste rows')
  await expect.poll(() => rest.inputValue()).toContain('Ben,Two,nobody')
  await rest.fill((await rest.inputValue()).replace('nobody', newEmail('ben')))
  await form.getByRole('button', { name: 'Check' }).click()
  await form.getByRole('button', { name: 'Send 1 invitation' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Invited \d/ }).click()
  await rowOf('Select Ben Two').waitFor()
  expect(errors).toEqual([])
})
