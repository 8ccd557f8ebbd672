/** A day's work in the grid by keyboard: move, edit, fill, cut, group, sum, find, change all that match, bookmark. */
import { bookmarksApi } from '@muster/contract/bookmarks/bookmarks.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { type GridPage, gridOn } from './support/grid.ts'
import { settled } from './support/keyboard.ts'

const rowCount = 12_408

let browser: Browser
let visited: Visit
let api: ApiClient
let teamId: number
let people: DataCollection
let grid: GridPage
const columns = new Map<string, string>()
const titles = ['Name', 'Town', 'Rank', 'Born', 'Active'] as const
const at = (title: (typeof titles)[number]) => titles.indexOf(title)
const column = (title: (typeof titles)[number]) => columns.get(title) ?? ''

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Work')).teamId
  people = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Member', pluralName: 'Members' },
  })
  const params = { teamId, dataCollectionId: people.id }
  columns.set('Name', people.DataFields[0]?.columnName ?? '')
  const types = { Town: 'plain_text', Rank: 'number', Born: 'date', Active: 'boolean' } as const
  for (const [title, dataType] of Object.entries(types)) {
    const field = await api.call(collectionsApi.createField, { params, body: { title, dataType } })
    columns.set(title, field.columnName)
  }
  const create = Array.from({ length: rowCount }, (_, n) => ({
    values: {
      [column('Name')]: `Member ${n + 1}`,
      [column('Town')]: `Town ${n % 3}`,
      [column('Rank')]: n % 10,
    },
  }))
  await api.call(recordsApi.bulk, { params, body: { create } })
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  grid = gridOn(visited.page, 'Members')
  await open()
})
afterAll(() => browser?.close())

async function open(search = ''): Promise<void> {
  const { page } = visited
  await page.goto(`/team-${teamId}/data-collections/${people.id}/records${search}`)
  await page.getByText('12,408 records').waitFor()
  await vi.waitFor(async () => expect(await grid.textOf(0, search ? 1 : 0)).toBeTruthy(), { timeout: 60_000 })
}

const valuesOf = async (count: number, title: (typeof titles)[number]) =>
  (
    await api.call(recordsApi.query, {
      params: { teamId, dataCollectionId: people.id },
      body: { limit: count },
    })
  ).items.map(({ values }) => values[column(title)])
const keys = async (...pressed: string[]) => {
  for (const key of pressed) await visited.page.keyboard.press(key)
}
const cursorIs = (place: (typeof titles)[number], row: number) =>
  expect.poll(grid.cursor).toBe(`glide-cell-${at(place) + 1}-${row}`)

const isOutside = () =>
  expect
    .poll(() => visited.page.evaluate(() => document.activeElement?.closest('[role="group"]') === null))
    .toBe(true)

test('the grid is one tab stop, and the keyboard goes everywhere', async () => {
  const { page } = visited
  await grid.goTo(0, 0)
  await keys('Tab')
  await cursorIs('Town', 0)
  await keys('Shift+Tab')
  await cursorIs('Name', 0)
  await keys('Control+ArrowRight')
  await cursorIs('Active', 0)
  // At a row's end, Tab goes on in the next row.
  await keys('Tab')
  await cursorIs('Name', 1)
  await keys('Control+End')
  await cursorIs('Active', rowCount - 1)
  // The empty row is after the last record, and nothing is after it.
  await keys('Tab')
  await cursorIs('Name', rowCount)
  await keys('Control+ArrowRight')
  await cursorIs('Active', rowCount)
  await keys('Tab')
  await isOutside()
  await grid.goTo(1, 0)
  await keys('F2')
  const editor = page.getByRole('dialog', { name: 'Edit Town' })
  await editor.getByRole('textbox').fill('gone')
  await keys('Escape')
  await editor.waitFor({ state: 'hidden' })
  await cursorIs('Town', 0)
  await expect.poll(() => grid.textOf(1, 0)).toBe('Town 0')
  await keys('Space')
  const drawer = page.getByRole('complementary', { name: 'Member 1' })
  await drawer.waitFor()
  await drawer.getByRole('button', { name: 'Bookmark this record' }).click()
  await drawer.getByRole('button', { name: 'Remove bookmark' }).click()
  await drawer.getByRole('button', { name: 'Bookmark this record' }).waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'hidden' })
  // A checkbox is yes, no, or empty.
  await grid.goTo(at('Active'), 0)
  for (const expected of [true, false, null]) {
    await keys('Enter')
    await expect.poll(async () => (await valuesOf(1, 'Active'))[0]).toBe(expected)
  }
  // Escape and Tab leave the grid.
  await keys('Escape')
  await settled(page)
  await keys('Tab')
  await isOutside()
})

test('numbers and dates continue as series, and Ctrl+D and Ctrl+R copy', async () => {
  const { page, errors } = visited
  await grid.write('10\t2024-01-31\n20\t2024-02-29\n30\t')
  await grid.goTo(at('Rank'), 0)
  await keys('Control+v')
  await toastOf(page, '6 cells pasted').waitFor()
  await keys('Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
  await toastOf(page, '3 cells filled').waitFor()
  await expect.poll(() => valuesOf(4, 'Rank')).toEqual([10, 10, 10, 10])
  await keys('Control+z')
  await expect.poll(() => valuesOf(4, 'Rank')).toEqual([10, 20, 30, 3])
  // The handle at the corner of the range, dragged down.
  await grid.goTo(at('Rank'), 0)
  await keys('Shift+ArrowDown', 'Shift+ArrowDown')
  await dragHandle(at('Rank'), 2, 5)
  await toastOf(page, '3 cells filled').waitFor()
  await expect.poll(() => valuesOf(7, 'Rank')).toEqual([10, 20, 30, 40, 50, 60, 6])
  // Text to the right.
  await grid.goTo(0, 0)
  await keys('Shift+ArrowRight', 'Shift+ArrowDown', 'Control+r')
  await toastOf(page, '2 cells filled').waitFor()
  await expect.poll(() => valuesOf(3, 'Town')).toEqual(['Member 1', 'Member 2', 'Town 2'])
  await keys('Control+z')
  await expect.poll(() => valuesOf(2, 'Town')).toEqual(['Town 0', 'Town 1'])
  expect(errors).toEqual([])
})

/** Drags the fill handle of a range whose last cell is at a place. */
async function dragHandle(columnAt: number, row: number, toRow: number): Promise<void> {
  const { page } = visited
  const box = await page.evaluate(() => {
    const { x, y } = (
      document.querySelector('[data-testid="data-grid-canvas"]') as HTMLElement
    ).getBoundingClientRect()
    return { x, y }
  })
  const widths = [52, 240, 200, 120, 140]
  const right = widths.slice(0, columnAt + 2).reduce((sum, width) => sum + width, 0)
  const bottom = (at: number) => 32 + (at + 1) * 32
  await page.mouse.move(box.x + right - 3, box.y + bottom(row) - 3)
  await page.mouse.down()
  await page.mouse.move(box.x + right - 20, box.y + bottom(row) + 10, { steps: 4 })
  await page.mouse.move(box.x + right - 20, box.y + bottom(toRow) - 12, { steps: 6 })
  await page.mouse.up()
}

test('a table of a web page is pasted with its merged cells, and cells are cut', async () => {
  const { page } = visited
  const html =
    '<table><tr><td colspan="2">North<br>End</td><td>2020-02-03</td></tr><tr><td>South</td><td>7</td><td></td></tr></table>'
  await page.evaluate(async (table) => {
    const part = (type: string, text: string) => ({ [type]: new Blob([text], { type }) })
    await navigator.clipboard.write([
      new ClipboardItem({
        ...part('text/html', table),
        ...part('text/plain', 'North End 2020-02-03 South 7'),
      }),
    ])
  }, html)
  await grid.goTo(at('Town'), 20)
  await keys('Control+v')
  await toastOf(page, '6 cells pasted').waitFor()
  await expect.poll(async () => (await valuesOf(22, 'Town')).slice(20)).toEqual(['North\nEnd', 'South'])
  expect((await valuesOf(22, 'Rank')).slice(20)).toEqual([null, 7])
  await keys('Shift+ArrowDown', 'Control+x')
  await expect.poll(async () => (await valuesOf(22, 'Town')).slice(20)).toEqual([null, null])
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('"North\nEnd"\nSouth')
})

test('records are grouped with sums, groups collapse, and sums under columns are remembered', async () => {
  const { page } = visited
  await open()
  const sums = page.getByRole('toolbar', { name: 'Sums of columns' })
  await sums.getByRole('button', { name: /^Rank/ }).click()
  await page.getByRole('menuitem', { name: 'Sum', exact: true }).click()
  const total = (await allRanks()).reduce((sum, rank) => sum + rank, 0)
  await sums.getByRole('button', { name: `Rank: Sum ${total.toLocaleString('en-US')}` }).waitFor()

  await page.getByRole('button', { name: 'Group' }).click()
  await page.getByRole('combobox', { name: 'Group by a field' }).click()
  await page.getByRole('option', { name: 'Town' }).click()
  await keys('Escape')
  await expect.poll(() => grid.textOf(0, 0)).toMatch(/^Town 0 4,13\d$/)
  await expect.poll(() => grid.textOf(at('Rank'), 0)).toMatch(/^[\d,]+$/)
  expect(page.url()).toContain('group=')
  // When a group is collapsed by keyboard, the next one moves up; its records can still be edited in place.
  await grid.goTo(0, 0)
  await keys('Enter')
  await expect.poll(() => grid.textOf(0, 1)).toMatch(/^Town 1 4,13\d$/)
  await keys('Enter')
  await expect.poll(() => grid.textOf(0, 1)).toMatch(/^Member \d+$/)
  await keys('Space')
  await expect.poll(() => grid.textOf(0, 1)).toMatch(/^Town 1 4,13\d$/)
  await keys('Enter')
  await expect.poll(() => grid.textOf(0, 1)).toMatch(/^Member \d+$/)
  const name = await grid.textOf(0, 1)
  await grid.goTo(at('Born'), 1)
  await page.keyboard.type('2001-02-03')
  await keys('Enter')
  await expect
    .poll(
      async () =>
        (
          await api.call(recordsApi.query, {
            params: { teamId, dataCollectionId: people.id },
            body: { filter: { field: '@name', op: 'is', value: name ?? '' } },
          })
        ).items[0]?.values[column('Born')],
      { timeout: 10_000 },
    )
    .toBe('2001-02-03')
  await page.reload()
  await sums.getByRole('button', { name: `Rank: Sum ${total.toLocaleString('en-US')}` }).waitFor()
  expect(await axe(page)).toEqual([])
})

async function allRanks(): Promise<number[]> {
  const ranks: number[] = []
  for (let offset = 0; offset < rowCount; offset += 1000) {
    const { items } = await api.call(recordsApi.query, {
      params: { teamId, dataCollectionId: people.id },
      body: { offset, limit: 1000, fields: [column('Rank')] },
    })
    ranks.push(...items.map(({ values }) => Number(values[column('Rank')] ?? 0)))
  }
  return ranks
}

test('Ctrl+F finds in the whole list, counts, and moves between matches', async () => {
  const { page } = visited
  await open()
  await grid.goTo(0, 0)
  await keys('Control+f')
  await page.getByRole('textbox', { name: 'Find in this list' }).fill('member 1240')
  // Member 1240, and 12400 to 12408.
  await page.getByRole('status').getByText('of 10').waitFor()
  await keys('Enter')
  await page.getByText('1 of 10').waitFor()
  await keys('Enter')
  await page.getByText('2 of 10').waitFor()
  await keys('Escape')
  await cursorIs('Name', 12_399)
})

test('all matching records are changed in the background, undone as one, and bookmarked', async () => {
  const { page } = visited
  await open()
  await grid.goTo(0, 0)
  await keys('Shift+Space', 'Shift+ArrowDown')
  const bar = page.getByRole('region', { name: 'Selected records' })
  await bar.getByRole('button', { name: 'Select all 12,408 that match' }).click()
  await bar.getByRole('button', { name: 'Edit field' }).click()
  const dialog = page.getByRole('dialog', { name: /Edit .*records/ })
  await dialog.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'Town' }).click()
  await dialog.getByRole('textbox', { name: 'Town' }).fill('Everywhere')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const changed = toastOf(page, '12,408 records changed')
  // A fast machine is done before the progress shows.
  const atWork = page.getByRole('region', { name: 'Changing records in the background' })
  await atWork.or(changed).first().waitFor()
  // The toast stays while the pointer is on it.
  await changed.hover({ timeout: 300_000 })
  const towns = async (town: string) =>
    (
      await api.call(recordsApi.query, {
        params: { teamId, dataCollectionId: people.id },
        body: { filter: { field: column('Town'), op: 'is', value: town }, count: 'exact', limit: 1 },
      })
    ).total
  expect(await towns('Everywhere')).toBe(rowCount)
  await changed.getByRole('button', { name: 'Undo' }).click()
  await toastOf(page, /^Undone/).waitFor({ timeout: 300_000 })
  expect(await towns('Everywhere')).toBe(0)

  await bar.getByRole('button', { name: 'Bookmark' }).click()
  await page.getByRole('menuitem', { name: 'Bookmark', exact: true }).click()
  await toastOf(page, '12,408 records bookmarked').waitFor({ timeout: 300_000 })
  const { items } = await api.call(bookmarksApi.list, { params: { teamId }, query: { limit: 1000 } })
  expect(items.length).toBe(1000)
})

test('names of people are asked for once a column shows them', async () => {
  const { page } = visited
  const peoplePath = `/api/teams/${teamId}/people`
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open()
  expect(asked).not.toContain(peoplePath)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Created by', exact: true }).check()
  const { items } = await api.call(teamsApi.people, { params: { teamId } })
  const firstRow = page.locator('[id^="glide-cell-"][id$="-0"]')
  await expect.poll(() => firstRow.allTextContents()).toContain(items[0]?.name)
  expect(asked).toContain(peoplePath)
  await page.getByRole('checkbox', { name: 'Created by', exact: true }).uncheck()
})

test('Escape closes an open list before its panel, and a missing collection is Not Found', async () => {
  const { page } = visited
  await open()
  await page.getByRole('button', { name: 'Filter' }).click()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  await panel.getByRole('button', { name: 'Add condition' }).click()
  await panel.getByRole('combobox', { name: 'Operator' }).click()
  await page.getByRole('option').first().waitFor()
  await keys('Escape')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  expect(await panel.isVisible()).toBe(true)
  await keys('Escape')
  await panel.waitFor({ state: 'hidden' })
  await page.goto(`/team-${teamId}/data-collections/999999/records`)
  await page.getByTestId('not-found-icon').waitFor()
})
