/** Options of a searchable list that asks the server while somebody types. */
import type { Locator } from 'playwright-core'

/** Clicks an option once the list matches the typed text: until then it moves under the pointer, and a click is lost. */
export async function pickOption(option: Locator): Promise<void> {
  await option.waitFor()
  await option.page().locator('[role="listbox"][aria-busy="true"]').waitFor({ state: 'detached' })
  await option.click()
}
