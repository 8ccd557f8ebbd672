/** A grid of records as tests see it: drawn on a canvas, with a hidden table for screen readers. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export interface GridPage {
  page: Page
  grid(): Locator
  /** What a cell shows; null while it is not drawn. */
  textOf(column: number, row: number): Promise<string | null>
  /** The cell that the cursor is on, once the grid has the focus. */
  cursor(): Promise<string | null>
  /** Puts the cursor on a cell near the top. */
  goTo(column: number, row: number): Promise<void>
  write(text: string): Promise<void>
}

/** The hidden table follows the drawn grid after a moment. @param name of the grid: the collection's plural name */
export function gridOn(page: Page, name: string): GridPage {
  const grid = () => page.getByRole('group', { name, exact: true })
  const textOf = (column: number, row: number) =>
    page.evaluate((id) => document.getElementById(id)?.textContent ?? null, `glide-cell-${column + 1}-${row}`)
  const cursor = () =>
    page.evaluate(() => {
      const selected = document.querySelector('[role="gridcell"][aria-selected="true"]')
      return selected && document.activeElement?.closest('[role="group"]') ? selected.id : null
    })
  return {
    page,
    grid,
    textOf,
    cursor,
    async goTo(column, row) {
      await grid().locator('canvas').first().focus()
      // The first key after Tab into the grid only enters it.
      await expect
        .poll(async () => {
          await page.keyboard.press('Control+Home')
          return cursor()
        })
        .toBe('glide-cell-1-0')
      for (let n = 0; n < row; n++) await page.keyboard.press('ArrowDown')
      for (let n = 0; n < column; n++) await page.keyboard.press('ArrowRight')
      await expect.poll(cursor).toBe(`glide-cell-${column + 1}-${row}`)
    },
    write: (text) => page.evaluate((one) => navigator.clipboard.writeText(one), text),
  }
}
