/**
 * Focuses the first input with an error, after the errors are rendered and with them the section they are in.
 *
 * @param within the form
 */
export function focusFirstBad(within: ParentNode | null): void {
  const bad = ':is([aria-invalid="true"], [data-error="true"] input)'
  requestAnimationFrame(() => within?.querySelector<HTMLElement>(bad)?.focus())
}
