/** A task as the screens use it, and the base filters of task lists. */
import type { Filter } from '@muster/contract/filters/ast'
import { taskColumns } from '@muster/contract/projects/projects.rules'
import type { DataRecord } from '@muster/contract/records/records.schema'
import type { ProjectsView } from '../url-state.ts'
import type { Place } from './use-projects.ts'

export interface Task {
  id: number
  name: string
  statusId: number | null
  priorityId: number | null
  assigneeId: number | null
  projectId: number | null
  /** The record it is about. */
  recordId: number | null
  dueOn: string | null
  position: number | null
}

/** The columns that lists request. */
export const shownColumns = [
  taskColumns.status,
  taskColumns.priority,
  taskColumns.assignee,
  taskColumns.project,
  taskColumns.record,
  taskColumns.dueOn,
  taskColumns.position,
]

export function taskOf({ id, name, values }: Pick<DataRecord, 'id' | 'name' | 'values'>): Task {
  const number = (column: string) => {
    const value = values[column]
    return typeof value === 'number' ? value : null
  }
  const dueOn = values[taskColumns.dueOn]
  return {
    id,
    name,
    statusId: number(taskColumns.status),
    priorityId: number(taskColumns.priority),
    assigneeId: number(taskColumns.assignee),
    projectId: number(taskColumns.project),
    recordId: number(taskColumns.record),
    dueOn: typeof dueOn === 'string' ? dueOn : null,
    position: number(taskColumns.position),
  }
}

/** Filters by the chosen project, and by the user's own tasks if wanted. */
export function filtersOf({ projectId, isMine }: ProjectsView, { ids }: Place): Filter[] {
  return [
    ...(projectId === null ? [] : [{ field: taskColumns.project, op: 'is' as const, value: projectId }]),
    ...(isMine ? [{ field: taskColumns.assignee, op: 'is' as const, value: ids.ownMemberId ?? 1 }] : []),
  ]
}

/** Open tasks. */
export function openOnly({ statuses }: Place): Filter[] {
  const done = statuses.filter(({ isDone }) => isDone).flatMap(({ id }) => (id === null ? [] : [id]))
  return done.length === 0 ? [] : [{ field: taskColumns.status, op: 'noneOf', value: done }]
}

/** Defaults of a new task from the list it is created in. */
export function startOf({ projectId, isMine }: ProjectsView, { ids }: Place): Record<string, unknown> {
  return {
    ...(projectId === null ? {} : { [taskColumns.project]: projectId }),
    ...(isMine && ids.ownMemberId !== null ? { [taskColumns.assignee]: ids.ownMemberId } : {}),
  }
}
