/** What axe-core finds on a page: rules of WCAG 2.2 A and AA, and its own good practice. */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

// Passed through the debugger: the page's own policy allows no foreign script.
const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  axe: { run: (options: RunOptions) => Promise<AxeResults> }
}

/**
 * One line for each violation, once no animation is running any more and nothing old is shown faded until what is
 * new arrives. Frames in the page are not part of it.
 *
 * @param rules run only these; all if left out
 */
export async function axe(page: Page | Frame, rules?: string[]): Promise<string[]> {
  // Once for a page: to compile it takes a quarter of the time that a check takes.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  await page.waitForFunction(() => {
    const busy = [...document.querySelectorAll('[aria-busy="true"]')]
    return busy.every((element) => getComputedStyle(element).opacity === '1')
  })
  await page.evaluate(async () => {
    const isPassing = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
    const motions = document.getAnimations().filter(isPassing)
    await Promise.allSettled(motions.map((motion) => motion.finished))
  })
  const { violations, tips } = await page.evaluate(async (rules) => {
    const { violations } = await (globalThis as unknown as Axe).axe.run({
      resultTypes: ['violations'],
      ...(rules && { runOnly: rules }),
    })
    // A tooltip describes what has the focus; it needs no landmark of its own.
    const isTip = (selector: string) => {
      const found = document.querySelector(selector)
      return (
        found?.closest('[role="tooltip"]') !== null ||
        [...found.children].every((child) => child.role === 'tooltip')
      )
    }
    const regions = violations.filter(({ id }) => id === 'region').flatMap(({ nodes }) => nodes)
    const tips = regions.map(({ target }) => target.join(' ')).filter(isTip)
    return { violations, tips }
  }, rules)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ target }) => id !== 'region' || !tips.includes(target.join(' ')))
      .map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
}
