/** Webhooks: created, tried, delivered, failing, delivered again, paused and deleted. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { webhooksApi } from '@muster/contract/integrations/webhooks.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toastOf } from './support/app.ts'
import { axe } from './support/axe.ts'
import { api, inATeam, page, teamId } from './support/in-a-team.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'

inATeam('Programs', { viewport: { width: 1440, height: 900 } })

let receiver: Receiver
let dataCollectionId: number
beforeAll(async () => {
  receiver = await startReceiver()
  const body = { name: 'Guest', pluralName: 'Guests' }
  dataCollectionId = (await api.call(collectionsApi.create, { params: { teamId }, body })).id
})
afterAll(() => receiver?.close())

const url = () => `/team-${teamId}/admin/integrations/webhooks`
const dialog = () => page.getByRole('dialog')
const addGuest = (name: string) =>
  api.call(recordsApi.create, { params: { teamId, dataCollectionId }, body: { values: { name } } })
const webhook = async () => (await api.call(webhooksApi.webhooks, { params: { teamId } })).items[0]!
const rowMenu = async (item: string) => {
  await page.getByRole('button', { name: /^Actions for 127\.0\.0\.1/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a webhook is created, tried, and reports records that change', async () => {
  await page.goto(`/team-${teamId}/admin/integrations`)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByText('No webhooks yet.').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Create webhook' }).first().click()
  await dialog().getByLabel('Address').fill('http://192.168.1.1/hook')
  await dialog().getByRole('button', { name: 'Create webhook' }).click()
  await dialog().getByText('Fill this in.').waitFor()
  await dialog().getByLabel('Data collection').selectOption('Guests')
  await dialog().getByLabel('Send values').check()
  await dialog().getByRole('button', { name: 'Create webhook' }).click()
  await dialog().getByText('Enter a public address that begins with https://.').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog().getByLabel('Address').fill(receiver.url)
  await dialog().getByRole('button', { name: 'Create webhook' }).click()

  await dialog().getByText('It is not shown again.').waitFor()
  await dialog()
    .getByText(/^whsec_/)
    .waitFor()
  await dialog().getByRole('button', { name: 'Send a test request' }).click()
  await dialog().getByText('200', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Done' }).click()

  await addGuest('Ada')
  await vi.waitFor(
    () => expect(receiver.accepted.map(({ type }) => type)).toEqual(['test', 'record.created']),
    { timeout: 60_000 },
  )
  expect(receiver.accepted[1]!.data.records).toMatchObject([{ name: 'Ada', values: { name: 'Ada' } }])
})

test('what fails is shown with the answer, and delivered again on request', async () => {
  receiver.status = 500
  const failing = receiver.accepted.length
  await addGuest('Grace')
  await vi.waitFor(async () => expect((await webhook()).failingSince).not.toBeNull(), { timeout: 60_000 })
  await page.reload()
  await page.getByText('Failing', { exact: true }).waitFor()
  await rowMenu('Deliveries')
  await dialog().getByText('500', { exact: true }).waitFor()
  await dialog().getByText('Delivered', { exact: true }).waitFor()
  await dialog().getByText('Next attempt:').waitFor()
  expect(await axe(page)).toEqual([])
  receiver.status = 200
  await page.keyboard.press('Escape')
  // Resuming attempts what waits at once.
  await rowMenu('Pause')
  await toastOf(page, /Webhook to 127\.0\.0\.1:\d+ paused/).waitFor()
  await rowMenu('Resume')
  await toastOf(page, /Webhook to 127\.0\.0\.1:\d+ resumed\./).waitFor()
  await vi.waitFor(() => expect(receiver.accepted).toHaveLength(failing + 1), { timeout: 60_000 })
  await page.reload()
  await rowMenu('Deliveries')
  await dialog()
    .getByRole('button', { name: /^Actions for the delivery/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Deliver again' }).click()
  await vi.waitFor(() => expect(receiver.accepted).toHaveLength(failing + 2), { timeout: 60_000 })
  const names = receiver.accepted.slice(failing).map(({ data }) => data.records[0]!.name)
  expect(names).toEqual(['Grace', 'Grace'])
  await page.keyboard.press('Escape')
})

test('it fits a phone in French, and ends when it is deleted', async () => {
  await page.goto(`/team-${teamId}/user/preferences`)
  await page.getByLabel('Interface language').selectOption('Français')
  await page.getByRole('heading', { name: 'Préférences', level: 1 }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(url())
  await page.getByText('Actif', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'Guests', exact: true }).waitFor()
  const menu = page.getByRole('button', { name: /^Actions pour 127\.0\.0\.1/ })
  // The table scrolls by itself, so that the width of the page does not show what is cut off.
  const { x, width } = (await menu.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(390)
  expect(await axe(page)).toEqual([])
  await menu.click()
  await page.getByRole('menuitem', { name: 'Supprimer le webhook' }).click()
  await dialog().getByRole('button', { name: 'Supprimer le webhook' }).click()
  await page.getByText('Aucun webhook pour l’instant.').waitFor()
})
