/** Which item of a list was moved, and which one precedes it now; undefined where nothing was. */
export function moved(
  before: readonly number[],
  after: readonly number[],
): { id: number; afterId: number | null } | undefined {
  const at = before.findIndex((id, n) => id !== after[n])
  if (at < 0) return undefined
  // Up: the item that was here now follows it. Down: the item that was here is the one that moved.
  const id = (after[at + 1] === before[at] && after[at]) || before[at]
  if (id === undefined) return undefined
  return { id, afterId: after[after.indexOf(id) - 1] ?? null }
}
