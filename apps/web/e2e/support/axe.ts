/** What axe-core finds on a page: rules of WCAG 2.2 A and AA, and its own good practice. */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions, Spec } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

// Passed through the debugger: the page's own policy allows no foreign script.
const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  axe: { configure: (spec: Spec) => void; run: (options: RunOptions) => Promise<AxeResults> }
}

/**
 * What needs no landmark around it: what axe-core says itself, and what is shown over the page for a moment, at the
 * end of the document. A tooltip describes what has the focus; a menu and a list of options belong to their button.
 */
const regionMatcher = ['dialog', 'alertdialog', 'tooltip', 'menu', 'listbox']
  .map((role) => `[role=${role}]`)
  .concat('dialog', 'svg')
  .join(', ')

/**
 * One line for each violation, once no animation is running any more and nothing old is shown faded until what is
 * new arrives. Frames in the page are not part of it.
 *
 * @param rules run only these; all if left out
 */
export async function axe(page: Page | Frame, rules?: string[]): Promise<string[]> {
  // Once for a page: to compile it takes a quarter of the time that a check takes.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(source)
    await page.evaluate((regionMatcher) => {
      const { axe } = globalThis as unknown as Axe
      axe.configure({ checks: [{ id: 'region', options: { regionMatcher } }] })
    }, regionMatcher)
  }
  await page.waitForFunction(() => {
    const busy = [...document.querySelectorAll('[aria-busy="true"]')]
    return busy.every((element) => getComputedStyle(element).opacity === '1')
  })
  await page.evaluate(async () => {
    const isPassing = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
    const motions = document.getAnimations().filter(isPassing)
    await Promise.allSettled(motions.map((motion) => motion.finished))
  })
  const violations = await page.evaluate(async (rules) => {
    const { violations } = await (globalThis as unknown as Axe).axe.run({
      resultTypes: ['violations'],
      ...(rules && { runOnly: rules }),
    })
    return violations
  }, rules)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
}
