/** Columns of projects and tasks, positions of tasks on a board, and groups by due date. */

/** Column names; unlike titles, they never change. */
export const taskColumns = {
  name: 'name',
  status: 'status',
  priority: 'priority',
  assignee: 'assignee',
  dueOn: 'due_on',
  project: 'project',
  record: 'linked_record',
  description: 'description',
  position: 'position',
} as const

export const projectColumns = {
  name: 'name',
  status: 'status',
  owner: 'owner',
  period: 'period',
  description: 'description',
} as const

export const memberColumns = { name: 'name', teamUser: 'team_user', isActive: 'is_active' } as const

/** In lists of statuses: whether the status counts as done. */
export const isDoneColumn = 'is_done'

/** Columns that the product's own screens need; they cannot be removed or given another type. */
export const internalColumns: ReadonlySet<string> = new Set([
  ...Object.values(taskColumns),
  ...Object.values(projectColumns),
  ...Object.values(memberColumns),
])

/** Distance between new positions, which leaves room for moves before a column has to be renumbered. */
const step = 1024
/** Decimals of a position. */
const decimals = 6

/**
 * A position between two others; null means an end of the column. Returns undefined if there is no room between the
 * two: then the column has to be renumbered.
 */
export function positionBetween(before: number | null, after: number | null): number | undefined {
  if (before === null && after === null) return 0
  if (before === null) return (after as number) - step
  if (after === null) return before + step
  const middle = Number(((before + after) / 2).toFixed(decimals))
  return middle > before && middle < after ? middle : undefined
}

/** Positions for a whole column. */
export const positionsFor = (count: number): number[] => Array.from({ length: count }, (_, n) => n * step)

const dueGroups = ['past', 'today', 'thisWeek', 'later', 'none'] as const
type DueGroup = (typeof dueGroups)[number]

/** Groups a task by its due date (days as `YYYY-MM-DD`). `endOfWeek` is the last day of the week. */
export function dueGroupOf(
  dueOn: string | null,
  { today, endOfWeek }: { today: string; endOfWeek: string },
): DueGroup {
  if (dueOn === null) return 'none'
  if (dueOn < today) return 'past'
  if (dueOn === today) return 'today'
  return dueOn <= endOfWeek ? 'thisWeek' : 'later'
}
