/**
 * What a browser works for each frame while one of a wizard's 60 tasks is dragged across the others in the builder,
 * against a page without a framework whose list of 60 is reordered as the pointer moves. p50 and p99 are of the tasks of
 * the page's main thread that are worth the name; the target is 16 ms, a frame. `ratio` is the plain page's p99 by ours.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { watchMainThread } from '../apps/web/e2e/support/main-thread.ts'
import { type Measured, p50, p99, type Result } from './load.ts'
import { launchBrowser } from './phone.ts'
import { createWizard } from './wizard-world.ts'
import type { World } from './world.ts'

export const wizardBoardName = 'wizard board'

const rounds = 5
const perStep = 15
/** Shorter tasks of the main thread are not about a frame. */
const leastMs = 0.5

export async function measureWizardBoard(world: World): Promise<Result> {
  const task = (step: number, n: number) => ({
    type: 'display_formatted_text',
    title: `Task ${step}.${n + 1}`,
    settings: { textToDisplayValue: '<p>Hello</p>' },
  })
  const steps = [1, 2, 3, 4].map((step) => ({
    tasks: Array.from({ length: perStep }, (_, n) => task(step, n)),
  }))
  const wizardId = await createWizard(world, 'Long', steps)
  const plain = await startPlainPage()
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    const [name = '', value = ''] = (world.cookie.split(';')[0] ?? '').split(/=(.*)/s)
    await context.addCookies([{ name, value, url: world.url }])
    const ours = await context.newPage()
    await ours.goto(`${world.url}/team-${world.teamId}/admin/data-wizards/${wizardId}/steps`)
    const theirs = await context.newPage()
    await theirs.goto(plain.url)
    const work = { ours: [] as number[], theirs: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      await ours.bringToFront()
      work.ours.push(...(await drag(ours)))
      await theirs.bringToFront()
      work.theirs.push(...(await drag(theirs)))
    }
    const [own, baseline] = [measured(work.ours), measured(work.theirs)]
    return { name: wizardBoardName, ratio: baseline.p99 / own.p99, ...own, baseline }
  } finally {
    await browser.close()
    plain.server.close()
  }
}

function measured(tasks: number[]): Measured {
  const sorted = tasks.filter((ms) => ms >= leastMs).sort((a, b) => a - b)
  return { reqPerSec: 1000 / p50(sorted), p50: p50(sorted), p99: p99(sorted) }
}

/** Drags the second task over two steps, and gives up. @returns milliseconds of processor time by task of the main thread */
async function drag(page: Page): Promise<number[]> {
  const handle = (task: string) => page.getByRole('button', { name: `Move task ${task}`, exact: true })
  await handle('Task 4.15').waitFor()
  const from = await handle('Task 1.2').boundingBox()
  const to = await handle('Task 3.5').boundingBox()
  if (!from || !to) throw new Error('The tasks are not on the screen')
  const { work } = await watchMainThread(page, async () => {
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(from.x + 12, from.y + 300, { steps: 30 })
    await page.mouse.move(to.x + 12, Math.min(to.y, 800), { steps: 60 })
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return work
}

const plainScript = `
  const list = document.querySelector('ul')
  let dragged = null
  list.addEventListener('pointerdown', ({ target }) => { dragged = target.closest('li') })
  addEventListener('pointermove', ({ clientX, clientY }) => {
    if (!dragged) return
    const over = document.elementFromPoint(clientX, clientY)?.closest('li')
    if (over && over !== dragged) list.insertBefore(dragged, over)
  })
  addEventListener('pointerup', () => { dragged = null })`

async function startPlainPage(): Promise<{ server: http.Server; url: string }> {
  const items = [1, 2, 3, 4].flatMap((step) =>
    Array.from({ length: perStep }, (_, n) => {
      const name = `Task ${step}.${n + 1}`
      return `<li style="height: 40px"><button aria-label="Move task ${name}">::</button> ${name}</li>`
    }),
  )
  const html = `<!doctype html><title>Long</title><ul>${items.join('')}</ul><script>${plainScript}</script>`
  const server = http.createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}
