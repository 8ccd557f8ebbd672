/** Tasks on the board by keyboard and pointer, a person's preferences, and a dashboard whose parts fail separately. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { projectsApi } from '@muster/contract/projects/projects.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { settled } from './support/keyboard.ts'
import { pickOption } from './support/options.ts'
import { makePerson } from './support/people.ts'

let browser: Browser
let page: Page
let api: ApiClient
let teamId: number
let teamName: string
let placeId: number

beforeAll(async () => {
  api = await signInToApi()
  const team = await makeTeam(api, 'Projects')
  teamId = team.teamId
  teamName = team.name
  const { id } = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Place', pluralName: 'Places' },
  })
  const { record } = await api.call(recordsApi.create, {
    params: { teamId, dataCollectionId: id },
    body: { values: { name: 'Harbour Hall' } },
  })
  placeId = record.id
  browser = await launchBrowser()
  page = (await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })).page
})
afterAll(() => browser?.close())

const column = (status: string) => page.getByRole('region', { name: new RegExp(`^${status}`) })
const tasksIn = (status: string) => column(status).locator('button[data-card]').allTextContents()
/** The menu of its card has the name of the task in its own. */
const task = (name: string) => page.getByRole('button', { name, exact: true })
const eventually = (read: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(read, { interval: 100 }).toEqual(wanted)
/** Picks up the focused card, moves it and drops it or cancels; each step is announced. */
const carry = async (...keys: string[]) => {
  const announced = () => page.locator('[aria-live="assertive"]').allTextContents()
  for (const key of ['Space', ...keys]) {
    const before = await announced()
    await page.keyboard.press(key)
    await expect.poll(announced).not.toEqual(before)
    await settled(page)
  }
}
const add = async (status: string, name: string) => {
  const line = page.getByLabel(`Add a task to ${status}`)
  await line.fill(name)
  await line.press('Enter')
  await task(name).waitFor()
}

test('a board is filled, and its tasks are moved by keyboard and pointer, and moved back', async () => {
  await page.goto(`/team-${teamId}/projects`)
  await page.getByRole('region', { name: 'Board of tasks' }).waitFor()
  for (const name of ['Order frames', 'Write the text', 'Call the lender']) await add('To do', name)
  await eventually(() => tasksIn('To do'), ['Order frames', 'Write the text', 'Call the lender'])

  // By keyboard: picked up, moved, dropped; each step is announced.
  const announced = page.locator('[aria-live="assertive"]').filter({ hasText: 'Write the text' })
  await task('Write the text').focus()
  await page.keyboard.press('Space')
  await announced.getByText('Write the text picked up. It is in To do, position 2 of 3.').waitFor()
  await settled(page)
  await page.keyboard.press('ArrowRight')
  await announced.getByText('Write the text over In progress, position 1 of 1.').waitFor()
  await page.keyboard.press('Space')
  await announced.getByText('Write the text dropped in In progress, position 1 of 1.').waitFor()
  await eventually(() => tasksIn('In progress'), ['Write the text'])
  await eventually(() => tasksIn('To do'), ['Order frames', 'Call the lender'])
  await eventually(() => page.evaluate(() => document.activeElement?.textContent), 'Write the text')

  // Within its column, and Escape cancels.
  await task('Call the lender').focus()
  await carry('ArrowUp', 'Space')
  await eventually(() => tasksIn('To do'), ['Call the lender', 'Order frames'])
  await carry('ArrowRight', 'Escape')
  await eventually(() => tasksIn('To do'), ['Call the lender', 'Order frames'])
  expect(await axe(page)).toEqual([])

  // By pointer, onto the task that it should precede; and back by the toast.
  const [from, to] = await Promise.all(
    ['Order frames', 'Write the text'].map((name) => task(name).boundingBox()),
  )
  const carried = page.locator('[aria-live="assertive"]').filter({ hasText: 'Order frames' })
  await page.mouse.move(from!.x + 10, from!.y + 5)
  await page.mouse.down()
  await page.mouse.move(from!.x + 40, from!.y + 20, { steps: 4 })
  await carried.waitFor({ state: 'attached' })
  await settled(page)
  // Drops once the card is over its place; until then the pointer keeps moving.
  await page.mouse.move(to!.x + 20, to!.y - 4, { steps: 10 })
  await eventually(async () => {
    await page.mouse.move(to!.x + 20, to!.y - 4)
    await page.mouse.move(to!.x + 21, to!.y - 4)
    await settled(page)
    return carried.textContent()
  }, 'Order frames over In progress, position 1 of 2.')
  await page.mouse.up()
  // The toast stays while the pointer is on it.
  const moved = toastOf(page, 'Moved “Order frames” to In progress')
  await moved.hover()
  await eventually(() => tasksIn('In progress'), ['Order frames', 'Write the text'])
  await moved.getByRole('button', { name: 'Undo' }).click()
  await eventually(() => tasksIn('In progress'), ['Write the text'])
  await eventually(() => tasksIn('To do'), ['Call the lender', 'Order frames'])
  await page.reload()
  await eventually(() => tasksIn('To do'), ['Call the lender', 'Order frames'])
})

test('a task for a record is created from its menu, links to it, and counts for its project', async () => {
  const ids = await api.call(projectsApi.prepare, { params: { teamId } })
  await api.call(recordsApi.create, {
    params: { teamId, dataCollectionId: ids.projectCollectionId },
    body: { values: { name: 'Reopening' } },
  })
  await page.goto(`/team-${teamId}/data-records/${placeId}`)
  await page.getByRole('heading', { level: 1, name: 'Harbour Hall' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Create a task for this record' }).click()
  const drawer = page.getByRole('complementary', { name: 'New: Task' })
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Fix the roof')
  await drawer.getByText('Harbour Hall').waitFor()
  await drawer.getByText('To do').waitFor()
  await drawer.getByLabel('Project').fill('Reop')
  await pickOption(page.getByRole('option', { name: 'Reopening' }))
  expect(await axe(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('complementary', { name: 'Fix the roof' }).waitFor()
  await page.keyboard.press('Escape')

  // Others do not see it among their tasks, and the project counts it.
  await page.goto(`/team-${teamId}/projects?view=list&mine=1`)
  await page.getByText('No tasks match.').waitFor()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Projects' }).click()
  await page.getByText('No projects match.').waitFor()
  await page.goto(`/team-${teamId}/projects?view=overview`)
  await page.getByText('0 of 1 done').waitFor()
  expect(await axe(page)).toEqual([])
  await page.goto(`/team-${teamId}/projects?view=list`)
  await page.getByRole('heading', { name: 'No due date' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Open Harbour Hall' }).click()
  await page.getByRole('heading', { level: 1, name: 'Harbour Hall' }).waitFor()
})

test('preferences are saved with the account and apply everywhere', async () => {
  const { page: other } = await visitSignedIn(browser, { viewport: { width: 390, height: 844 } })
  await page.goto(`/team-${teamId}/user/preferences`)
  const time = page.getByRole('radiogroup', { name: 'Time' })
  await time.getByText('14:05').click()
  await toastOf(page, 'Preference saved.').waitFor()
  await page.getByText('This session').waitFor()
  expect(await axe(page)).toEqual([])

  // In another browser, which stores only the locale and the team.
  await other.goto(`/team-${teamId}/user/preferences`)
  await other
    .getByRole('radio', { name: '14:05' })
    .and(other.locator(':checked'))
    .waitFor({ state: 'attached' })
  await other.getByLabel('Interface language').selectOption('fr')
  await toastOf(other, /./).first().waitFor()
  await other.getByRole('heading', { level: 1, name: 'Préférences' }).waitFor()
  await eventually(
    () => other.evaluate(() => Object.keys(localStorage).sort()),
    ['lastSelectedTeamId', 'locale'],
  )
  await other.getByLabel('Langue de l’interface').selectOption('en')
  await other.getByRole('heading', { level: 1, name: 'User preferences' }).waitFor()
  await page.route('**/api/teams/*/user/preferences', (route) => route.abort())
  await page.getByLabel('Interface language').selectOption('es')
  await toastOf(page, 'Failed to save language preference.').waitFor()
  await page.unroute('**/api/teams/*/user/preferences')
  await other.context().close()
})

test('a part of the dashboard that fails says so, and the others still work', async () => {
  await page.route('**/api/teams/*/recentChanges*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`/team-${teamId}/dashboard`)
  await page.getByText('Oops, there was an error getting the recent changes.').waitFor()
  await page
    .getByRole('link', { name: /Places/ })
    .first()
    .waitFor()
  await page.getByText('No bookmarks yet').waitFor()
  await eventually(() => page.getByText('Coming soon').count(), 2)
  await page.unroute('**/api/teams/*/recentChanges*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: /Fix the roof/ }).waitFor()
  expect(await axe(page)).toEqual([])

  await page.goto(`/team-${teamId}/admin/dashboard`)
  await page.getByRole('region', { name: 'Data' }).getByText('Records', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Largest data collections' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.goto('/createdata')
  await page.getByRole('heading', { level: 1, name: 'Create a record' }).waitFor()
  // Without a team there is nothing to show in a sidebar.
  await page.getByRole('complementary', { name: 'Sidebar' }).first().waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: teamName }).check()
  await page.getByRole('link', { name: 'Place' }).click()
  await page.getByRole('complementary', { name: 'New: Place' }).waitFor()
})

test('on a device where no team was opened yet, a record is created in the user’s language', async () => {
  const person = await makePerson(api, teamId, 'Remy', 'Reader', false)
  const { email, password } = person
  const own = await signInToApi({ email, password })
  await own.call(teamsApi.preferences, { params: { teamId }, body: { InterfaceLanguage: 'fr' } })
  const { page: first, context } = await visitSignedIn(browser, {}, person)
  await first.goto('/createdata')
  await first.getByRole('heading', { level: 1, name: 'Créer un enregistrement' }).waitFor()
  await context.close()
})

test('the keyboard goes from one search result to the next', async () => {
  const { id } = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Ship', pluralName: 'Ships' },
  })
  await api.call(recordsApi.bulk, {
    params: { teamId, dataCollectionId: id },
    body: { create: ['Marigold', 'Marianne', 'Maritime'].map((name) => ({ values: { name } })) },
  })
  await page.goto(`/team-${teamId}/dashboard`)
  await page.getByRole('heading', { level: 1, name: 'Team Dashboard' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search all records').fill('mari')
  await page.getByRole('button', { name: /Marianne/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Marianne' }).waitFor()
  await page.getByRole('button', { name: 'Next record' }).click()
  await page.getByRole('heading', { level: 1, name: 'Marigold' }).waitFor()
  await page.keyboard.press('Control+Shift+Period')
  await page.getByRole('heading', { level: 1, name: 'Maritime' }).waitFor()
  await eventually(() => page.getByRole('button', { name: 'Next record' }).isDisabled(), true)
})
