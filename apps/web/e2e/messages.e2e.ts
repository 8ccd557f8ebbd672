/** Outgoing messages: from a draft through its recipients to the list of what was sent. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { messageTemplatesApi } from '@muster/contract/messages/templates.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { beforeAll, expect, test } from 'vitest'
import { toastOf } from './support/app.ts'
import { axe } from './support/axe.ts'
import { api, inATeam, page, teamId } from './support/in-a-team.ts'
import { makeDraft, makeSender, makeTemplate } from './support/messages.ts'

inATeam('Messages', { viewport: { width: 1440, height: 900 } })

const list = (name: string) => `/team-${teamId}/outgoing-messages/${name}`
const dialog = () => page.getByRole('dialog')
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const saved = () => page.getByText('Saved', { exact: true })

beforeAll(async () => {
  const { id: dataCollectionId } = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Guest', pluralName: 'Guests', representsPeople: true },
  })
  const params = { teamId, dataCollectionId }
  const field = await api.call(collectionsApi.createField, {
    params,
    body: { title: 'Email', dataType: 'email_address' },
  })
  for (const [name, email] of [
    ['Ada', 'ada@example.org'],
    ['Grace', 'grace@example.org'],
    ['Nobody', null],
  ]) {
    const values = { name, [field.columnName]: email }
    await api.call(recordsApi.create, { params, body: { values } })
  }
  await makeSender(api, teamId)
  const outgoingMessageTemplateId = await makeTemplate(api, teamId)
  await api.call(messageTemplatesApi.publish, { params: { teamId, outgoingMessageTemplateId } })
})

test('a message is written, addressed and sent', async () => {
  await page.goto(list('drafts'))
  await page.getByText('No drafts').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'New message' }).first().click()
  await page.getByRole('radio', { name: /Start from scratch/ }).waitFor()
  await page.getByRole('button', { name: 'Next: Content' }).click()
  await page.getByText('Name is required').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Message name').fill('Spring party')
  await page.getByRole('radio', { name: 'Participation' }).check()
  await page.getByRole('radio', { name: /^Invitation/ }).check()
  await page.getByRole('button', { name: 'Next: Content' }).click()

  await heading('Spring party').waitFor()
  await page.getByLabel('Subject line').fill('You are invited')
  await saved().waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Next: Recipients' }).click()

  await page.getByRole('combobox', { name: 'Add a collection or view' }).click()
  await page.getByRole('option', { name: 'Guests', exact: true }).click()
  const count = page.getByRole('region', { name: 'Who would get it now' })
  await count.getByText('2 recipients').waitFor()
  await count.getByLabel('Search for a person').fill('Nobody')
  await count.getByRole('listitem').filter({ hasText: 'Nobody' }).getByText('No address').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Next: Schedule' }).click()

  await page.getByRole('button', { name: 'Send Now' }).click()
  await dialog().getByText('2 people').waitFor()
  await dialog().getByText('You are invited').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Send Now' }).click()
  await toastOf(page, 'The message “Spring party” is being sent').waitFor()
  await page.getByRole('link', { name: 'Summary' }).waitFor()
  expect(await axe(page)).toEqual([])

  await page.goto(list('sent'))
  await page.getByRole('link', { name: 'Spring party' }).waitFor()
  await page.getByRole('link', { name: 'Spring party' }).click()
  await page.getByRole('link', { name: 'Recipients' }).click()
  await page.getByText('grace@example.org').waitFor()
  expect(await axe(page)).toEqual([])
})

test('a draft is found, archived, taken back and deleted with the keyboard', async () => {
  await makeDraft(api, teamId, 'Winter news')
  const act = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Winter news' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: item, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await page.goto(list('drafts'))
  await page.getByLabel('Search messages').fill('winter')
  await act('Archive')
  await toastOf(page, 'Message “Winter news” archived').waitFor()
  await page.getByText('Nothing matches your search.').waitFor()
  await page.goto(list('archived'))
  await act('Unarchive')
  await toastOf(page, 'Message “Winter news” unarchived').waitFor()
  await page.goto(list('drafts'))
  await act('Delete')
  await dialog().getByText('This cannot be undone.').waitFor()
  await page.keyboard.press('Enter')
  await toastOf(page, 'Message “Winter news” deleted').waitFor()
  await page.getByRole('link', { name: 'Winter news' }).waitFor({ state: 'detached' })
})

test('the lists and the steps fit a phone', async () => {
  const id = await makeDraft(api, teamId, 'A message with a rather long name that has to wrap on a phone')
  await page.setViewportSize({ width: 390, height: 844 })
  const fits = async () => {
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
  await page.goto(list('drafts'))
  await page.getByRole('link', { name: /rather long name/ }).waitFor()
  await fits()
  for (const [tab, shown] of [
    ['details', 'Message name'],
    ['content', 'Subject line'],
    ['recipients', 'Search for a person'],
    ['schedule', 'At a date and time'],
  ] as const) {
    await page.goto(list(`${id}/${tab}`))
    await page.getByLabel(shown).waitFor()
    await fits()
  }
})
