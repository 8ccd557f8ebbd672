import type { DisplayOptions } from '@muster/contract/views/views.schema'

/** The colour of the rule that a record matches first. @param mark of a record, as a query with `marks` returns it */
export function ruleColor(
  rules: Readonly<DisplayOptions['rowColors']>,
  mark: number | null | undefined,
): string | null {
  return typeof mark === 'number' ? (rules[mark]?.color ?? null) : null
}
