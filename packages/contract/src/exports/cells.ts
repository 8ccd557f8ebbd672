/**
 * Texts that a spreadsheet would run as a formula get a leading apostrophe in CSV files, as if typed by hand. A text
 * that already has one gets another, so that `undefuse` always restores the original.
 */
const runs = /^'*[=+\-@\t\r]/
const defused = /^'+[=+\-@\t\r]/

export function defuse(text: string): string {
  return runs.test(text) ? `'${text}` : text
}

/** Reverses `defuse`. */
export function undefuse(text: string): string {
  return defused.test(text) ? text.slice(1) : text
}

/** `runs` as a PostgreSQL pattern. */
export const runsPattern = "^'*[=+@\\t\\r-]"
