/**
 * An unsaved style sheet, scoped to one element for its author. Saved ones are scoped by the
 * server; here the browser parses the sheet first, so that no brace in it ends the scope.
 */
export function scopeDraft(css: string, scope: string): string {
  if (css.trim() === '') return ''
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    removeFixed(sheet.cssRules)
    const rules = [...sheet.cssRules].map(({ cssText }) => cssText).join('\n')
    // Selectors for the page apply to the view's element.
    const own = rules.replace(/(^|[\s,}])(:root|html|body)(?=[\s,{.:>])/gm, '$1:scope')
    return `@scope (${scope}) {\n${own}\n}`.replaceAll('</', '<\\/')
  } catch {
    return ''
  }
}

/** The server refuses a position that leaves the view; until it is saved, it has no effect. */
function removeFixed(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule && /fixed|sticky|\(/.test(rule.style.position)) {
      rule.style.removeProperty('position')
    }
    if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) removeFixed(rule.cssRules)
  }
}
