/** What is kept on a person is taken away as a file, reduced, and erased for good. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { beforeAll, expect, test } from 'vitest'
import { toastOf } from './support/app.ts'
import { axe } from './support/axe.ts'
import { api, inATeam, page, teamId } from './support/in-a-team.ts'

inATeam('Personal', { viewport: { width: 1440, height: 900 } })

let dataRecordId: number

beforeAll(async () => {
  const params = { teamId }
  const guests = await api.call(collectionsApi.create, {
    params,
    body: { name: 'Guest', pluralName: 'Guests', representsPeople: true },
  })
  const { columnName } = await api.call(collectionsApi.createField, {
    params: { teamId, dataCollectionId: guests.id },
    body: { title: 'Nickname', dataType: 'plain_text' },
  })
  const { record } = await api.call(recordsApi.create, {
    params: { teamId, dataCollectionId: guests.id },
    body: { values: { name: 'Ada Lovelace', [columnName]: 'Countess' } },
  })
  dataRecordId = record!.id
})

async function openDialog() {
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Personal data…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Personal data' })
  await dialog.getByText('Kept on Ada Lovelace: 1 change, 0 files').waitFor()
  return dialog
}

test('the file can be downloaded when it is ready', async () => {
  await page.goto(`/team-${teamId}/data-records/${dataRecordId}`)
  const dialog = await openDialog()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Export personal data' }).click()
  const ready = toastOf(page, /\.zip/)
  await ready.waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    ready.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${dataRecordId} .*\\.zip$`))
})

test('fields are emptied after a question', async () => {
  const dialog = await openDialog()
  await dialog.getByRole('combobox', { name: 'Fields to empty' }).click()
  await page.getByRole('option', { name: 'Nickname' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Anonymize…' }).click()
  await page
    .getByRole('dialog', { name: 'Anonymize Ada Lovelace?' })
    .getByText(/Nickname/)
    .waitFor()
  await page.getByRole('button', { name: 'Anonymize', exact: true }).click()
  await toastOf(page, 'The fields and their history are empty.').waitFor()
  const { values } = await api.call(recordsApi.get, { params: { teamId, dataRecordId } })
  expect(values).toMatchObject({ name: 'Ada Lovelace', nickname: null })
})

test('a person is erased when their name is typed, on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const dialog = await openDialog()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Erase…' }).click()
  const question = page.getByRole('dialog', { name: 'Erase Ada Lovelace for good?' })
  const button = question.getByRole('button', { name: 'Erase for good' })
  await question.getByRole('textbox').fill('Ada')
  expect(await button.isDisabled()).toBe(true)
  await question.getByRole('textbox').fill('Ada Lovelace')
  await button.click()
  await toastOf(page, 'The record was erased for good.').waitFor()
  await page.getByRole('heading', { name: 'Guests' }).waitFor()
  await page.goto(`/team-${teamId}/data-records/${dataRecordId}`)
  await page
    .getByText(/was not found/)
    .first()
    .waitFor()
})
