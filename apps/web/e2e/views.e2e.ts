/** A member opens the sample team in every kind of view, by pointer and by keyboard, and saves their changes. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, openListening, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { settled } from './support/keyboard.ts'
import { makePerson } from './support/people.ts'

let browser: Browser
let api: ApiClient
let member: Visit
let colleague: ApiClient
let page: Page
let collections: DataCollection[]
const teamId = 1
const polling = { interval: 100 }

beforeAll(async () => {
  api = await signInToApi()
  collections = (await api.call(collectionsApi.list, { params: { teamId }, query: {} })).dataCollection
  const person = await makePerson(api, teamId, 'Mara', 'Member', false)
  const { email, password } = person
  colleague = await signInToApi({ email, password })
  browser = await launchBrowser()
  member = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } }, person)
  page = member.page
})
afterAll(() => browser?.close())

const named = (name: string) => collections.find((one) => one.name === name) as DataCollection
const fieldOf = (collection: string, columnName: string): number => {
  const { idHomeDataCollection } = named(collection)
  const home = collections.find(({ id }) => id === idHomeDataCollection)
  return home?.DataFields.find((field) => field.columnName === columnName)?.id as number
}
const listUrl = (collection: string, search = '') =>
  `/team-${teamId}/data-collections/${named(collection).id}/records${search}`
const shown = (...ids: number[]) => ids.map((dataFieldId) => ({ dataFieldId }))

function makeView(
  collection: string,
  internalName: string,
  settings: Record<string, unknown>,
): Promise<SavedView> {
  return api.call(viewsApi.create, {
    params: { teamId },
    body: {
      dataCollectionId: named(collection).id,
      internalName,
      recordNameDataFieldId: fieldOf(collection, 'name'),
      ...settings,
    },
  } as never)
}
const openView = async (collection: string, view: SavedView, search = '') => {
  await openListening(page, listUrl(collection, `?view=${view.id}${search}`))
  await page.getByRole('button', { name: `View: ${view.internalName}` }).waitFor()
}
/** The grid is drawn on a canvas: its next request, sorted by a field. */
const nextQuery = (field: string, direction: 'asc' | 'desc') =>
  page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/dataRecords/query') &&
      (answer.request().postData() ?? '').includes(JSON.stringify({ field, direction })),
  )

test('a personal view is created from the current list, changed, saved, discarded, opened first and deleted', async () => {
  await page.goto(listUrl('Current senator', '?sort=birthday'))
  await page.getByText('100 records', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'View: All records' }).click()
  await page.getByRole('button', { name: 'Create view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create view' })
  // A member can create only personal views.
  await dialog
    .getByRole('radio', { name: /Everyone/ })
    .first()
    .waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Create view' }).click()
  await dialog.getByText('Fill this in.').waitFor()
  await dialog.getByLabel('Name').fill('Eldest first')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create view' }).click()
  await page.getByRole('button', { name: 'View: Eldest first' }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('view'), polling).toMatch(/^\d+$/)
  const viewId = Number(new URL(page.url()).searchParams.get('view'))
  const stored = () => colleague.call(viewsApi.get, { params: { teamId, dataViewId: viewId } })
  expect((await stored()).sort).toEqual([{ field: 'birthday', direction: 'asc' }])

  // Changed: announced, and discarded again.
  const changes = page.getByRole('region', { name: 'Changes of the view' })
  await page.goto(listUrl('Current senator', `?view=${viewId}&sort=-birthday`))
  await changes.getByText('Modified').waitFor()
  await changes.getByRole('button', { name: 'Discard' }).click()
  await changes.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBeNull()

  // A hidden column and another order are saved with it.
  await page.goto(listUrl('Current senator', `?view=${viewId}&sort=-birthday`))
  await changes.getByText('Modified').waitFor()
  await page.getByRole('button', { name: /^Columns/ }).click()
  // Checkboxes follow the address, or what was saved, which `check` and `uncheck` would not wait for.
  const state = page.getByRole('checkbox', { name: 'State' })
  await state.click()
  await expect.poll(() => state.isChecked()).toBe(false)
  await page.keyboard.press('Escape')
  await changes.getByRole('button', { name: 'Save', exact: true }).click()
  await changes.waitFor({ state: 'detached' })
  const saved = await stored()
  expect(saved.sort).toEqual([{ field: 'birthday', direction: 'desc' }])
  expect(saved.displayedFields.map(({ dataFieldId }) => dataFieldId)).not.toContain(
    fieldOf('Current senator', 'state'),
  )

  // Opens first for this person, then no longer.
  const actions = page.getByRole('button', { name: 'Actions for the view Eldest first' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Open this view first' }).click()
  await toastOf(page, 'opens first').waitFor()
  await page.goto(listUrl('Current senator'))
  await page.getByRole('button', { name: 'View: Eldest first' }).waitFor()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await page.getByRole('button', { name: 'View: All records' }).waitFor()
})

test('a colleague’s change of a shared view shows at once, but not under unsaved changes', async () => {
  const view = await makeView('Committee', 'Committees by name', {
    type: 'table',
    sort: [{ field: 'name', direction: 'asc' }],
  })
  const save = (direction: 'asc' | 'desc') =>
    api.call(viewsApi.update, {
      params: { teamId, dataViewId: view.id },
      body: { sort: [{ field: 'name', direction }] },
    })
  await openView('Committee', view)
  await page.getByText('228 records', { exact: true }).waitFor()
  await Promise.all([nextQuery('name', 'desc'), save('desc')])

  await openView('Committee', view, '&sort=-code')
  const changes = page.getByRole('region', { name: 'Changes of the view' })
  await changes.getByText('Modified').waitFor()
  await save('asc')
  await changes.getByText('Someone else saved this view').waitFor()
  await Promise.all([nextQuery('name', 'asc'), changes.getByRole('button', { name: 'Show theirs' }).click()])
  await changes.waitFor({ state: 'detached' })
})

test('a board moves cards by keyboard and menu, counts them, collapses, and can be undone', async () => {
  const view = await makeView('Exhibition', 'Sponsors', {
    type: 'list',
    displayOptions: { layout: 'kanban', groupDataFieldId: fieldOf('Exhibition', 'sponsorship') },
    displayedFields: shown(fieldOf('Exhibition', 'topic'), fieldOf('Exhibition', 'visitors')),
  })
  const { items } = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: named('Exhibition').id },
    body: { fields: ['sponsorship'] },
  } as never)
  const card = items.find(({ values }) => values.sponsorship === 'pending') ?? items[0]
  const storedOf = async () =>
    (await api.call(recordsApi.get, { params: { teamId, dataRecordId: card?.id as number } })).values
      .sponsorship
  const columnOf = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}, \\d`) })
  const start = await storedOf()
  await openView('Exhibition', view)
  const link = page.locator(`[data-card="${card?.id}"]`)
  // Numbers align with other values: beside their titles.
  const aligned = () =>
    page.locator('main dd span').evaluateAll((all) => all.map((one) => getComputedStyle(one).textAlign))
  await expect.poll(aligned, polling).toContain('start')
  expect(await aligned()).not.toContain('right')
  await link.focus()
  await page.keyboard.press('Space')
  const live = page.locator('[data-board-announcement]')
  await expect.poll(() => live.textContent(), polling).toMatch(/picked up|is over/)
  await settled(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => live.textContent(), polling).toMatch(/over Partially paid/)
  await page.keyboard.press('Space')
  // The toast stays while the pointer is on it.
  const moved = toastOf(page, 'moved to')
  await moved.hover()
  await expect.poll(storedOf, polling).not.toBe(start)
  await moved.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(storedOf, polling).toBe(start)

  // Escape cancels; the menu works without dragging.
  await columnOf('Partially paid').locator(`[data-card="${card?.id}"]`).waitFor({ state: 'detached' })
  await expect.poll(() => link.count(), polling).toBe(1)
  await link.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => live.textContent(), polling).toMatch(/picked up|is over/)
  await settled(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => live.textContent(), polling).toMatch(/stays in/)
  await page.getByRole('button', { name: `Move ${card?.name} to` }).click()
  await page.getByRole('menuitem', { name: 'Cancelled' }).click()
  await expect.poll(storedOf, polling).toBe('cancelled')
  // The cards of a column load once it is in view.
  await columnOf('Cancelled').scrollIntoViewIfNeeded()
  await columnOf('Cancelled').locator(`[data-card="${card?.id}"]`).waitFor()
  expect(await axe(page)).toEqual([])

  await page.getByRole('button', { name: 'Collapse the column Cancelled' }).click()
  await page.getByRole('button', { name: 'Expand the column Cancelled' }).click()
  await expect.poll(() => link.count(), polling).toBe(1)
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/record=\d+/)
  await page.getByRole('complementary', { name: card?.name as string }).waitFor()
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('combobox', { name: 'Column' }).waitFor()
  await page.getByRole('button', { name: 'Next column' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('every kind of view shows the sample team, and its filter fields narrow it', async () => {
  const senator = (column: string) => fieldOf('Current senator', column)
  const list = await makeView('Current senator', 'Senators listed', {
    type: 'list',
    displayedFields: shown(senator('state'), senator('party')),
    filterFields: [
      { dataFieldId: senator('party'), filterLabel: 'Which party', selectAllText: 'Any party' },
      { dataFieldId: senator('last_name') },
    ],
  })
  const others: [string, SavedView, string][] = [
    [
      'Exhibition',
      await makeView('Exhibition', 'Posters', {
        type: 'list',
        displayOptions: { layout: 'gallery', imageDataFieldId: fieldOf('Exhibition', 'poster') },
      }),
      'list',
    ],
    [
      'Current senator',
      await makeView('Current senator', 'One senator', {
        type: 'detail',
        displayedFields: shown(senator('state')),
      }),
      'detail',
    ],
    [
      'Current senator',
      await makeView('Current senator', 'Senators’ birthdays', {
        type: 'calendar',
        eventStartDataFieldId: senator('birthday'),
        displayOptions: { isYearly: true },
      }),
      'calendar',
    ],
    [
      'District office',
      await makeView('District office', 'Offices', {
        type: 'map',
        sharing: 'locked',
        mapLocationDataFieldId: fieldOf('District office', 'address'),
      }),
      'map',
    ],
  ]
  await openView('Current senator', list)
  await page.getByRole('button', { name: 'Which party: Any party' }).click()
  await page.getByRole('checkbox', { name: 'Independent', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Which party: Independent' }).waitFor()
  await page.getByText('100 records', { exact: true }).waitFor({ state: 'detached' })
  await page.getByText(/^\d records$/).waitFor()
  expect(await axe(page)).toEqual([])
  expect(page.url()).toContain('quick=')
  await page.reload()
  await page.getByRole('button', { name: 'Which party: Independent' }).waitFor()
  // A record opens beside the list, and is in the address.
  await page.getByRole('list', { name: 'Senators listed' }).getByRole('link').first().click()
  await page.waitForURL(/record=\d+/)
  await page.getByRole('complementary').getByRole('button', { name: 'Next record' }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.searchParams.has('record'))

  for (const [collection, view, kind] of others) {
    await openView(collection, view)
    const body = page.locator(`[data-kind="${kind === 'list' ? 'gallery' : kind}"]`)
    await body.locator('a, button').first().waitFor()
    expect(await axe(page), view.internalName).toEqual([])
  }
  // A locked view can be changed temporarily, and saved only as a view of one's own.
  await openView('District office', others[3]?.[1] as SavedView, '&sort=-name')
  await page.getByRole('button', { name: 'Save as my own view' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).first().waitFor({ state: 'detached' })
  expect(member.errors).toEqual([])
})

test('a view without auto update shows the number of changes, and applies them on request', async () => {
  const view = await makeView('Exhibition', 'Held still', {
    type: 'list',
    autoUpdate: false,
    displayedFields: shown(fieldOf('Exhibition', 'notes')),
  })
  const { items } = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: named('Exhibition').id },
    body: { limit: 1 },
  } as never)
  await openView('Exhibition', view)
  await page.getByRole('list', { name: 'Held still' }).waitFor()
  await api.call(recordsApi.update, {
    params: { teamId, dataRecordId: items[0]?.id as number },
    body: { values: { notes: 'Seen by somebody else' } },
  })
  const show = page.getByRole('button', { name: '1 change, show' })
  await show.waitFor()
  await page.getByText('Seen by somebody else').first().waitFor({ state: 'detached' })
  await show.click()
  await page.getByText('Seen by somebody else').waitFor()
})

test('a board has enough contrast in the four brands', async () => {
  const { page: other, context } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  for (const enumAppBrandId of [1, 2, 3, 4]) {
    const team = (await makeTeam(api, 'Boards', { enumAppBrandId })).teamId
    const bills = await api.call(collectionsApi.create, {
      params: { teamId: team },
      body: { name: 'Bill', pluralName: 'Bills' },
    })
    const inBills = { teamId: team, dataCollectionId: bills.id }
    const status = await api.call(collectionsApi.createField, {
      params: inBills,
      body: { title: 'Status', columnName: 'status', dataType: 'payment_status' },
    })
    await api.call(recordsApi.bulk, {
      params: inBills,
      body: {
        create: ['paid', 'unpaid', 'failed'].map((one) => ({ values: { name: `Bill ${one}`, status: one } })),
      },
    } as never)
    const view = await api.call(viewsApi.create, {
      params: { teamId: team },
      body: {
        dataCollectionId: bills.id,
        internalName: 'Board',
        type: 'list',
        recordNameDataFieldId: bills.IdDataFieldDataObjectName,
        displayOptions: { layout: 'kanban', groupDataFieldId: status.id },
      },
    } as never)
    await other.goto(`/team-${team}/data-collections/${bills.id}/records?view=${view.id}&sort=-name`)
    await other.locator('[data-card]').first().waitFor()
    await other.getByText('Modified').waitFor()
    expect(await axe(other), `brand ${enumAppBrandId}`).toEqual([])
  }
  await context.close()
})
