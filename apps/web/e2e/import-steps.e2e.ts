/** Repeated imports: a check shows what will happen, and then it happens. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { api, inATeam, teamId, visited } from './support/in-a-team.ts'

inATeam('Steps')

let people: number

beforeAll(async () => {
  const make = async (name: string, fields: object[], isList = false) => {
    const { id } = await api.call(collectionsApi.create, {
      params: { teamId },
      body: { name, pluralName: `${name}s`, IsUsedAsCustomList: isList },
    })
    for (const body of fields)
      await api.call(collectionsApi.createField, {
        params: { teamId, dataCollectionId: id },
        body: body as never,
      })
    return id
  }
  const field = (columnName: string, dataType: string, more: object = {}) => ({
    title: columnName,
    columnName,
    dataType,
    ...more,
  })
  const offices = await make('Office', [field('code', 'plain_text', { isUnique: true })])
  const parties = await make('Party', [], true)
  people = await make('Person', [
    field('email', 'email_address', { isUnique: true }),
    field('score', 'number'),
    field('party', 'single_selection_from_list', { settings: { listId: parties } }),
    field('office', 'single_data_record', { settings: { dataCollectionId: offices } }),
  ])
  const create = (dataCollectionId: number, values: object) =>
    api.call(recordsApi.create, { params: { teamId, dataCollectionId }, body: { values } as never })
  await create(offices, { name: 'Main Street', code: 'A-1' })
  await create(people, { name: 'Ada', email: 'ada@example.org', score: 1 })
  await create(people, { name: 'Ben', email: 'ben@example.org', score: 2 })
})

const text = [
  'name,email,score,party,office',
  'Ada,ada@example.org,10,Greens,A-1',
  'Ben,ben@example.org,2,,',
  'Cay,cay@example.org,3,Greens,A-1',
  'Dee,not an address,4,,',
  'Eve,eve@example.org,5,,Z-9',
].join('\n')

async function offer(): Promise<void> {
  const { page } = visited
  await page.goto(`/team-${teamId}/data-collections/${people}/import`)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose file' }).click(),
  ])
  await chooser.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

const names = async () => {
  const { items } = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: people },
    body: { limit: 50 },
  })
  return items.map(({ name, values }) => [name, values.score])
}

test('a check shows what an import will do, the import does it, and its settings apply to the next file', async () => {
  const { page, errors } = visited
  await offer()
  await page.getByLabel('Rows of the file', { exact: true }).selectOption('createAndUpdate')
  // The one unique field is preselected as the key.
  await expect.poll(() => page.getByRole('checkbox', { name: 'email' }).isChecked()).toBe(true)
  await page.getByLabel('Find Office by').selectOption('code')
  await page.getByLabel('If nothing has that name').first().selectOption('create')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('heading', { name: 'What this import will do' }).waitFor()
  const counts = () => page.locator('dl dd').allTextContents()
  await expect.poll(counts).toEqual(['1', '1', '1', '2'])
  await page.getByText('1 new entry will be created because cells name it.').waitFor()
  await page.getByRole('table', { name: 'Examples of changes' }).getByText('Ada').first().waitFor()
  const rejected = page.getByRole('table', { name: 'Examples of rejected rows' })
  await rejected.getByText('not an address').waitFor()
  await rejected.getByText('Z-9').waitFor()
  expect(await names()).toEqual([
    ['Ada', 1],
    ['Ben', 2],
  ])
  expect(await axe(page)).toEqual([])
  // Left and reopened.
  await page.reload()
  await page.getByLabel('Save these choices for the next file').fill('Monthly list')
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('1 record was created. 1 record was changed. 1 row had nothing to change.').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await names()).toEqual([
    ['Ada', 10],
    ['Ben', 2],
    ['Cay', 3],
  ])
  await offer()
  await page.getByText('The saved choices “Monthly list” were applied').waitFor()
  await expect.poll(() => page.getByLabel('Find Office by').inputValue()).toBe('code')
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('heading', { name: 'What this import will do' }).waitFor()
  await expect.poll(counts).toEqual(['0', '0', '3', '2'])
  expect(errors).toEqual([])
})
