/** What projects and tasks are made of, where a task stands on its board, and when it is due. */

/** Column names; they never change, whatever their titles become. */
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

/** Of a list of statuses: whether what has this status is finished. */
export const isDoneColumn = 'is_done'

/** Columns of internal collections that the product's own screens need: they are neither removed nor given another type. */
export const internalColumns: ReadonlySet<string> = new Set([
  ...Object.values(taskColumns),
  ...Object.values(projectColumns),
  ...Object.values(memberColumns),
])

/** Between neighbours there is always room for so many more before positions are given anew. */
const step = 1024
/** Decimals of a position. */
const decimals = 6

/**
 * A position between two others; null at an end, or where there is none. Nothing (undefined) where the two stand so
 * close that no decimal of 15 digits lies between them: then the column is numbered anew.
 */
export function positionBetween(before: number | null, after: number | null): number | undefined {
  if (before === null && after === null) return 0
  if (before === null) return (after as number) - step
  if (after === null) return before + step
  const middle = Number(((before + after) / 2).toFixed(decimals))
  return middle > before && middle < after ? middle : undefined
}

/** Positions for a whole column, with room between them. */
export const positionsFor = (count: number): number[] => Array.from({ length: count }, (_, n) => n * step)

const dueGroups = ['past', 'today', 'thisWeek', 'later', 'none'] as const
type DueGroup = (typeof dueGroups)[number]

/**
 * When a task is due, seen from today (days as `YYYY-MM-DD`).
 *
 * @param endOfWeek the last day of the week
 */
export function dueGroupOf(
  dueOn: string | null,
  { today, endOfWeek }: { today: string; endOfWeek: string },
): DueGroup {
  if (dueOn === null) return 'none'
  if (dueOn < today) return 'past'
  if (dueOn === today) return 'today'
  return dueOn <= endOfWeek ? 'thisWeek' : 'later'
}
