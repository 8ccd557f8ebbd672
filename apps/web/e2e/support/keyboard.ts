/** Keyboard-only actions. */
import type { Locator, Page } from 'playwright-core'

/** Presses Tab until something has the focus. @throws Error when no Tab leads there */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  for (let tabs = 0; tabs < 150; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`No Tab leads to ${target}`)
}

export async function enter(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

/** Opens a menu and goes down to one of its items. */
export async function chooseFrom(menu: Locator, item: string): Promise<void> {
  await enter(menu)
  const page = menu.page()
  const wanted = page.getByRole('menuitem', { name: item })
  await wanted.waitFor()
  for (let steps = 0; steps < 30; steps++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
    await settled(page)
  }
  await page.keyboard.press('Enter')
}

/** Waits until the picked-up item's position is announced: from then on the arrows move it. */
export async function take(page: Page, name: string): Promise<void> {
  await tabTo(page.getByRole('button', { name: `Move ${name}`, exact: true }))
  await page.keyboard.press('Space')
  await page.locator(`[aria-pressed="true"][aria-label="Move ${name}"]`).waitFor()
  await page.getByText(`${name} moved to position`).waitFor({ state: 'attached' })
  await settled(page)
}

/** Waits until the last key has taken effect: a frame of the page, and its timers. A person is slower. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))))
}
