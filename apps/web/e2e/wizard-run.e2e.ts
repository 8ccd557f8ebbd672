/** Running a wizard of several steps in a team: back, errors, language, reload; on a desk and on a phone. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { CreateView } from '@muster/contract/views/views.schema'
import { wizardsApi } from '@muster/contract/wizards/wizards.api'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import { beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { api, inATeam, page, teamId, visited } from './support/in-a-team.ts'
import { makeGuests, makeInvitation } from './support/wizards.ts'

inATeam('Wizards', { viewport: { width: 1440, height: 900 } })

let wizard: DataWizard
let guestsId: number
let guestName: number

beforeAll(async () => {
  const guests = await makeGuests(api, teamId)
  guestsId = guests.id
  guestName = guests.field('name')
  wizard = await makeInvitation(api, teamId, guests)
  expect(wizard.problems).toEqual([])
})

const guestNamed = async (name: string) => {
  const { items } = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: guestsId },
    body: { filter: { field: '@name', op: 'is', value: name } },
  })
  return items[0]
}
const head = (name: string) => page.getByRole('heading', { name, level: 2 })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a run keeps what is typed through errors, languages, Back and a reload', async () => {
  await page.goto(`/team-${teamId}/wizards`)
  await page.getByRole('link', { name: 'Start Summer party' }).click()
  await head('About you').waitFor()
  expect(new URL(page.url()).pathname).toBe(
    `/team-${teamId}/wizards/${wizard.id}/step-${wizard.steps[0]?.id}`,
  )
  expect(await axe(page)).toEqual([])

  await page.getByLabel('Your name').fill('Ada Lovelace')
  await button('Next').click()
  await page.getByRole('region', { name: 'There is a problem' }).waitFor()
  await expect
    .poll(() => page.getByLabel('Email').evaluate((one) => one === document.activeElement))
    .toBe(true)
  expect(await axe(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Language' }).selectOption('Français')
  await head('À propos de vous').waitFor()
  expect(await page.getByLabel('Votre nom').inputValue()).toBe('Ada Lovelace')
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('English')
  await head('About you').waitFor()
  await page.getByLabel('Email').fill('ada@example.org')
  await page.keyboard.press('Enter')

  await head('What you eat').waitFor()
  expect(await guestNamed('Ada Lovelace')).toBeUndefined()
  await button('Back').click()
  await head('About you').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.org')
  await button('Next').click()
  await head('What you eat').waitFor()
  await page.reload()
  await head('What you eat').waitFor()
  await page.getByLabel('Diet').fill('No nuts')
  await button('Next').click()
  await head('All right?').waitFor()
  await page.getByText('We put down Ada Lovelace.').waitFor()
  await button('Sign up').click()
  await page.getByText('See you in July!').waitFor()
  expect(await axe(page)).toEqual([])
  expect((await guestNamed('Ada Lovelace'))?.values).toMatchObject({
    email: 'ada@example.org',
    diet: 'No nuts',
  })
  expect(visited.errors).toEqual([])
})

test('on a phone, one question a page', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/team-${teamId}/wizards/${wizard.id}`)
  await page.getByText('Step 1 of 3').waitFor()
  await page.getByText('Question 1 of 3').waitFor()
  await page.getByLabel('Email').first().waitFor({ state: 'detached' })
  await page.getByLabel('Your name').fill('Grace Hopper')
  await button('Next').click()
  await page.getByText('Question 2 of 3').waitFor()
  await button('Next').click()
  await page.getByText('Question 2 of 3').waitFor()
  await page.getByLabel('Email').fill('grace@example.org')
  expect(await axe(page)).toEqual([])
  await button('Next').click()
  await page.getByText('Question 3 of 3').waitFor()
  await button('Back').click()
  expect(await page.getByLabel('Email').inputValue()).toBe('grace@example.org')
  await button('Next').click()
  await button('Next').click()
  await head('What you eat').waitFor()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await button('Cancel').click()
  await button('Cancel the wizard').click()
  await page.getByText('You cancelled this wizard.').waitFor()
  expect(await guestNamed('Grace Hopper')).toBeUndefined()
})

test('a record’s menu starts a wizard that is linked to its collection', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await api.call(wizardsApi.createLink, {
    params: { teamId },
    body: { dataWizardId: wizard.id, dataCollectionId: guestsId, description: 'Invite a friend' },
  })
  const { record } = await api.call(recordsApi.create, {
    params: { teamId, dataCollectionId: guestsId },
    body: { values: { name: 'Alan Turing' } },
  })
  await page.goto(`/team-${teamId}/data-records/${record.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Invite a friend' }).click()
  await head('About you').waitFor()
  expect(visited.errors).toEqual([])
})

test('a linked wizard starts from a list on a phone, from a card of a board, and from its collection', async () => {
  const params = { teamId, dataCollectionId: guestsId }
  await api.call(wizardsApi.createLink, {
    params: { teamId },
    body: {
      dataWizardId: wizard.id,
      dataCollectionId: guestsId,
      type: 'collection',
      description: 'Fill the list',
    },
  })
  const status = await api.call(collectionsApi.createField, {
    params,
    body: { title: 'Status', columnName: 'status', dataType: 'payment_status' },
  })
  await api.call(recordsApi.create, { params, body: { values: { name: 'Emmy Noether', status: 'paid' } } })
  const view = await api.call(viewsApi.create, {
    params: { teamId },
    body: {
      dataCollectionId: guestsId,
      internalName: 'Board',
      recordNameDataFieldId: guestName,
      type: 'list',
      displayOptions: { layout: 'kanban', groupDataFieldId: status.id },
    } as CreateView,
  })
  const list = `/team-${teamId}/data-collections/${guestsId}/records`

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(list)
  await page.getByRole('button', { name: 'Actions for Emmy Noether' }).click()
  await page.getByRole('menuitem', { name: 'Invite a friend' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Invite a friend' }).click()
  await page.getByLabel('Your name').waitFor()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${list}?view=${view.id}`)
  await page.getByRole('button', { name: 'Actions for Emmy Noether' }).click()
  await page.getByText('Move Emmy Noether to').waitFor()
  await page.getByRole('menuitem', { name: 'Invite a friend' }).click()
  await head('About you').waitFor()

  await page.goto(list)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Fill the list' }).click()
  await head('About you').waitFor()
  expect(visited.errors).toEqual([])
})
