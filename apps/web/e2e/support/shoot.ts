/** Pictures of screens for people to look at: only where `SHOTS` names a folder for them. */
import type { Page } from 'playwright-core'

const folder = process.env.SHOTS

export async function shoot(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, ...options })
}
