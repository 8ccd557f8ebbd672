/**
 * Leaves out of Mantine's style sheet what no component of the app has: half of it. The browser reads all rules before it draws
 * anything, and compares them with what it draws.
 */
import postcss from 'postcss'

/** Mantine's style sheet, not those of single components. */
export const wholeStyles = /\/@mantine\/core\/styles\.layer\.css$/

/** Names of Mantine's classes: each component has its own. */
const classNames = /\bm_[0-9a-f]{6,8}\b/g

export function classesIn(code: string): string[] {
  return code.match(classNames) ?? []
}

/**
 * @param used class names in the code of the app
 * @returns the sheet without selectors that need a class of Mantine's which is not used
 */
export function usedStyles(css: string, used: ReadonlySet<string>): string {
  const sheet = postcss.parse(css)
  sheet.walkRules((rule) => {
    const selectors = rule.selectors.filter((selector) =>
      classesIn(outsideParentheses(selector)).every((name) => used.has(name)),
    )
    if (selectors.length === 0) rule.remove()
    else if (selectors.length < rule.selectors.length) rule.selectors = selectors
  })
  // From the inside out, so that what becomes empty goes too.
  const groups: postcss.AtRule[] = []
  sheet.walkAtRules((group) => void groups.unshift(group))
  for (const group of groups) if (group.nodes?.every(({ type }) => type === 'comment')) group.remove()
  return sheet.toString()
}

/** What `:where()`, `:not()` and the like contain need not be there for the selector to apply. */
function outsideParentheses(selector: string): string {
  const outside = selector.replace(/\([^()]*\)/g, '')
  return outside === selector ? selector : outsideParentheses(outside)
}
