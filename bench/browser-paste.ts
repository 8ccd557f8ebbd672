/**
 * A paste of 20,000 rows of two columns into the grid in a browser: from Ctrl+V to the message that it is done. Against the
 * same requests without a browser; `ratio` is their time divided by the browser's.
 */
import pg from 'pg'
import type { Page } from 'playwright-core'
import { signedIn } from './browser.ts'
import { importPeople } from './imports.ts'
import type { Result } from './load.ts'
import { type ChangedRow, pasteByApi, timed, untilIndexed } from './paste.ts'
import { launchBrowser } from './phone.ts'
import { createPeople, type World, waitForIndexes } from './world.ts'

export const browserPasteName = 'browser, paste of 20,000 rows of 2 columns'

const rowCount = 20_000
const rounds = 3
/** The browser reads, compares and draws as well. */
const mostTimes = 3

export async function measureBrowserPaste(world: World): Promise<Result> {
  const { id, tableName } = await createPeople(world, 'Pasted')
  await importPeople(world, id, rowCount)
  await waitForIndexes(world, tableName)
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  const browser = await launchBrowser()
  try {
    const context = await signedIn(browser, world)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })
    const page = await context.newPage()
    await page.goto(`${world.url}/team-${world.teamId}/data-collections/${id}/records`)
    const ids = await recordIds(client, world, tableName)
    const inBrowser: number[] = []
    const byApi: number[] = []
    for (let round = 0; round < rounds; round++) {
      await untilIndexed(client, world)
      inBrowser.push(await pasteInto(page, round))
      await untilIndexed(client, world)
      // The browser has changed each record once more.
      byApi.push(await timed(() => pasteByApi(world, id, changedRows(ids, 2 * round + 2))))
    }
    const [own, bare] = [inBrowser, byApi].map((all) => all.sort((a, b) => a - b))
    const [middle, middleBare] = [own?.[1] as number, bare?.[1] as number]
    const measured = (all: readonly number[] = [], seconds: number) => {
      return { reqPerSec: rowCount / seconds, p50: seconds * 1000, p99: (all.at(-1) as number) * 1000 }
    }
    return {
      name: browserPasteName,
      ratio: middleBare / middle,
      ...measured(own, middle),
      baseline: measured(bare, middleBare),
      limits: [{ of: 'times as long as without a browser', value: middle / middleBare, atMost: mostTimes }],
    }
  } finally {
    await browser.close()
    await client.end()
  }
}

const cellsOf = (row: number, round: string): { city: string; region: string } => ({
  city: `Town ${row % 997} of ${round}`,
  region: `Region ${row % 89} of ${round}`,
})

/** @returns seconds from the key to the message */
async function pasteInto(page: Page, round: number): Promise<number> {
  const rows = Array.from({ length: rowCount }, (_, row) => Object.values(cellsOf(row, `round ${round}`)))
  const text = rows.map((cells) => cells.join('\t')).join('\n')
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.locator('[role="gridcell"]').first().waitFor({ state: 'attached' })
  await page.locator('canvas').first().focus()
  // The first key only enters the grid; the city is the fifth column.
  for (const key of ['Control+Home', 'Control+Home', ...Array.from({ length: 4 }, () => 'ArrowRight')])
    await page.keyboard.press(key)
  const message = page
    .getByRole('region', { name: 'Notifications' })
    .getByText(`${(2 * rowCount).toLocaleString('en')} cells pasted`)
  return timed(async () => {
    await page.keyboard.press('Control+v')
    await message.first().waitFor({ timeout: 120_000 })
  }).finally(() => message.first().waitFor({ state: 'hidden' }))
}

const changedRows = (ids: readonly number[], version: number): ChangedRow[] =>
  ids.map((id, row) => ({ id, version, values: cellsOf(row, `version ${version}`) }))

async function recordIds(client: pg.Client, world: World, table: string): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `select record_id as id from team_${world.teamId}."${table}" order by record_id`,
  )
  return rows.map(({ id }) => Number(id))
}
