/**
 * A style sheet that is not saved yet, kept below one element, for whoever writes it. What is saved is scoped by the
 * server; this lets the browser read the sheet first, so that no brace of it ends the scope.
 */
export function scopeDraft(css: string, scope: string): string {
  if (css.trim() === '') return ''
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    const rules = [...sheet.cssRules].map(({ cssText }) => cssText).join('\n')
    // What stands for the page means the view's element.
    const own = rules.replace(/(^|[\s,}])(:root|html|body)(?=[\s,{.:>])/gm, '$1:scope')
    return `@scope (${scope}) {\n${own}\n}`.replaceAll('</', '<\\/')
  } catch {
    return ''
  }
}
