/**
 * Texts that a spreadsheet would run as a formula. In a CSV file they get an apostrophe in front, as a person would type
 * it; a text that has one there already gets one more, so that taking one away always gives the text back.
 */
const runs = /^'*[=+\-@\t\r]/
const defused = /^'+[=+\-@\t\r]/

export function defuse(text: string): string {
  return runs.test(text) ? `'${text}` : text
}

/** What `defuse` made of a text, back to the text. */
export function undefuse(text: string): string {
  return defused.test(text) ? text.slice(1) : text
}

/** The same as a pattern of PostgreSQL's. */
export const runsPattern = "^'*[=+@\\t\\r-]"
