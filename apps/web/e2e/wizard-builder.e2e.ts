/** A small wizard is built: with the mouse, then changed with the keyboard alone. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { wizardsApi } from '@muster/contract/wizards/wizards.api'
import { beforeAll, expect, test } from 'vitest'
import { toastOf } from './support/app.ts'
import { axe } from './support/axe.ts'
import { api, inATeam, page, teamId } from './support/in-a-team.ts'
import { enter, settled, tabTo } from './support/keyboard.ts'
import { watchMainThread } from './support/main-thread.ts'
import { makeWizard } from './support/wizards.ts'

declare global {
  interface Window {
    /** At once, since they are counted. */
    mostStylesRead: number
  }
}

inATeam('Wizards', { viewport: { width: 1440, height: 900 } }, { isMeasured: true })

let dataCollectionId: number
beforeAll(async () => {
  const body = { name: 'Child', pluralName: 'Children' }
  dataCollectionId = (await api.call(collectionsApi.create, { params: { teamId }, body })).id
})

const dialog = () => page.getByRole('dialog')
const wizard = async () => {
  const { items } = await api.call(wizardsApi.list, { params: { teamId } })
  return api.call(wizardsApi.get, { params: { teamId, dataWizardId: items[0]!.id } })
}
/** Titles of the steps, each with those of its tasks. */
const order = async () =>
  (await wizard()).steps.map(({ title, tasks }) => [title, ...tasks.map((task) => task.title)])
const tasksOf = (step: string) => page.getByRole('list', { name: `Tasks of ${step}` })

test('a wizard gets a name, steps and a task', async () => {
  await page.goto(`/team-${teamId}/admin/dashboard`)
  await page.getByRole('link', { name: 'Data wizards' }).first().click()
  await page.getByText('There are no data wizards yet.').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'New data wizard' }).first().click()
  await dialog().getByRole('button', { name: 'Create data wizard' }).click()
  await dialog().getByText('Name is required').waitFor()
  await dialog().getByLabel('Name').fill('Summer camp')
  await dialog().getByRole('button', { name: 'Create data wizard' }).click()

  await page.getByText('This wizard has no steps yet.').waitFor()
  for (const title of ['Child', 'Consent']) {
    await page.getByRole('button', { name: 'Add step' }).click()
    await dialog().getByRole('button', { name: 'Add step' }).click()
    await dialog().getByText('Step title is required').waitFor()
    await dialog().getByLabel('Title').fill(title)
    await dialog().getByRole('button', { name: 'Add step' }).click()
    await tasksOf(title).waitFor({ state: 'attached' })
  }
  await page.getByText('2 problems keep this wizard from going live').waitFor()
  await page.getByRole('button', { name: 'Add task to Child' }).click()
  expect(await axe(page)).toEqual([])
  await dialog()
    .getByRole('button', { name: /^Create a record/ })
    .click()

  await page.getByRole('heading', { name: 'Create a record', level: 1 }).waitFor()
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Task title is required').waitFor()
  await page.getByLabel('Title').fill('About your child')
  await page.getByRole('combobox', { name: 'Collection' }).click()
  await page.getByRole('option', { name: 'Children' }).click()
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Linked data fields' }).click()
  await page.getByRole('button', { name: 'Add all' }).click()
  await page.getByRole('button', { name: 'Settings of Name' }).click()
  await page.getByLabel('Label', { exact: true }).fill('What is your child called?')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()

  const [task] = (await wizard()).steps[0]!.tasks
  expect(task).toMatchObject({ title: 'About your child', settings: { dataCollectionId } })
  expect(task!.settings.fields).toMatchObject([{ mode: 'ask', label: 'What is your child called?' }])
})

test('tasks and steps are moved with the keys', async () => {
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Steps' }).click()
  await tabTo(page.getByRole('button', { name: 'Move task About your child' }))
  await page.keyboard.press('Space')
  await page.getByText('Task About your child picked up').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowRight')
  await tasksOf('Consent').getByRole('link', { name: 'About your child' }).waitFor()
  await page.keyboard.press('Space')
  await expect.poll(order).toEqual([['Child'], ['Consent', 'About your child']])

  await tabTo(page.getByRole('button', { name: 'Move step Consent' }))
  await page.keyboard.press('Space')
  await page.getByText('Step Consent picked up').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowLeft')
  await settled(page)
  await page.keyboard.press('Space')
  await expect.poll(order).toEqual([['Consent', 'About your child'], ['Child']])
})

test('a task is dragged to another step', async () => {
  await page.reload()
  const from = (await page.getByRole('button', { name: 'Move task About your child' }).boundingBox())!
  const to = (await page.getByRole('button', { name: 'Add task to Child' }).boundingBox())!
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 30, from.y + 20, { steps: 4 })
  await page.mouse.move(to.x + 60, to.y + 10, { steps: 8 })
  await tasksOf('Child').getByRole('link', { name: 'About your child' }).waitFor()
  await page.mouse.up()
  await expect.poll(order).toEqual([['Consent'], ['Child', 'About your child']])
})

test('what keeps it from going live is shown with its place, and deleted after a question', async () => {
  await page.getByText('1 problem keeps this wizard from going live').click()
  await page.getByRole('listitem').getByRole('link', { name: 'Consent' }).waitFor()
  await enter(page.getByRole('button', { name: 'Actions for step Consent' }))
  await page.getByRole('menuitem', { name: 'Delete step' }).click()
  await dialog().getByText('Delete the step “Consent”?').waitFor()
  await dialog().getByRole('button', { name: 'Delete step' }).click()
  await toastOf(page, 'Step “Consent” deleted.').waitFor()
  await page.getByText('Ready', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
})

test('the wizard is linked to its collection, and unlinked', async () => {
  await page.goto(`/team-${teamId}/admin/data-collections/${dataCollectionId}/data-wizards`)
  await page.getByRole('button', { name: 'Link wizard' }).click()
  await dialog().getByRole('combobox', { name: 'Wizard' }).click()
  await page.getByRole('option', { name: 'Summer camp' }).click()
  await dialog().getByRole('button', { name: 'Link wizard' }).click()
  await toastOf(page, 'Wizard link “Summer camp” created.').waitFor()
  await page.getByRole('link', { name: 'Summer camp' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Actions for Summer camp' }).click()
  await page.getByRole('menuitem', { name: 'Unlink wizard' }).click()
  await dialog().getByRole('button', { name: 'Unlink wizard' }).click()
  await toastOf(page, 'Wizard “Summer camp” unlinked.').waitFor()
  await page.getByText('No wizard is linked to this collection yet.').waitFor()
})

test('one of 60 tasks is dragged across them: it lands where it was let go, and the order is saved once', async () => {
  const steps = [1, 2, 3, 4].map((step) => ({
    title: `Step ${step}`,
    tasks: Array.from({ length: 15 }, (_, n) => ({
      type: 'display_formatted_text' as const,
      title: `Task ${step}.${n + 1}`,
    })),
  }))
  const { id } = await makeWizard(api, teamId, 'Long', steps)
  await page.goto(`/team-${teamId}/admin/data-wizards/${id}/steps`)
  const handle = (task: string) => page.getByRole('button', { name: `Move task ${task}`, exact: true })
  const at = async (task: string) => (await handle(task).boundingBox())!
  await handle('Task 4.15').waitFor()
  const saved: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.includes('/dataWizards/')) saved.push(pathname)
  })

  await page.evaluate(() => {
    const ofBrowser = window.getComputedStyle.bind(window)
    let read = 0
    window.mostStylesRead = 0
    window.getComputedStyle = (...of) => {
      if (read++ === 0) setTimeout(() => (read = 0))
      window.mostStylesRead = Math.max(window.mostStylesRead, read)
      return ofBrowser(...of)
    }
  })
  const from = await at('Task 1.2')
  const to = await at('Task 3.5')
  const { work } = await watchMainThread(page, async () => {
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    // Down its own step, then over every task on the way.
    await page.mouse.move(from.x + 12, from.y + 300, { steps: 30 })
    await page.mouse.move(to.x + 12, to.y - 200, { steps: 30 })
    await page.mouse.move(to.x + 12, to.y + 4, { steps: 30 })
    await tasksOf('Step 3').getByRole('link', { name: 'Task 1.2', exact: true }).waitFor()
  })
  // What takes most of a frame is to ask for the styles of 64 places and of what they are in.
  expect(await page.evaluate(() => window.mostStylesRead)).toBeLessThan(300)
  await page.mouse.up()
  const titles = async (step: number) =>
    (await api.call(wizardsApi.get, { params: { teamId, dataWizardId: id } })).steps[step - 1]!.tasks.map(
      ({ title }) => title,
    )
  await expect.poll(() => titles(3)).toContain('Task 1.2')
  expect((await titles(3)).slice(3, 7)).toEqual(['Task 3.4', 'Task 1.2', 'Task 3.5', 'Task 3.6'])
  expect((await titles(1)).slice(0, 3)).toEqual(['Task 1.1', 'Task 1.3', 'Task 1.4'])
  expect(saved).toEqual([`/api/teams/${teamId}/dataWizards/${id}/order`])
  console.info(
    `drag across 60 tasks: longest tasks at work ${work
      .slice(0, 12)
      .map((ms) => ms.toFixed(1))
      .join(', ')} ms`,
  )
})

test('a step is dragged before another one, and put back by Escape', async () => {
  const steps = ['One', 'Two', 'Three'].map((title) => ({
    title,
    tasks: [{ type: 'display_formatted_text' as const, title: `Task of ${title}` }],
  }))
  const { id } = await makeWizard(api, teamId, 'Short', steps)
  await page.goto(`/team-${teamId}/admin/data-wizards/${id}/steps`)
  const shown = () =>
    page.getByRole('list', { name: 'Steps' }).getByRole('heading', { level: 2 }).allTextContents()
  const drag = async () => {
    const from = (await page.getByRole('button', { name: 'Move step Three' }).boundingBox())!
    const to = (await page.getByRole('button', { name: 'Move step One' }).boundingBox())!
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + 100, to.y + 40, { steps: 12 })
    await expect.poll(shown).toEqual(['Three', 'One', 'Two'])
  }
  await page.getByRole('button', { name: 'Move step Three' }).waitFor()
  await drag()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect.poll(shown).toEqual(['One', 'Two', 'Three'])
  await drag()
  await page.mouse.up()
  const saved = async () =>
    (await api.call(wizardsApi.get, { params: { teamId, dataWizardId: id } })).steps.map(({ title }) => title)
  await expect.poll(saved).toEqual(['Three', 'One', 'Two'])
})
