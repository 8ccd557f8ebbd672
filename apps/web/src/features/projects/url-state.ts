/** The state of the projects screen, kept in its address. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

export const views = ['board', 'list', 'overview'] as const
export type View = (typeof views)[number]
export const groupings = ['due', 'status', 'project'] as const
export type Grouping = (typeof groupings)[number]

export interface ProjectsView {
  view: View
  group: Grouping
  projectId: number | null
  isMine: boolean
  /** Whether a list includes done tasks. */
  hasDone: boolean
  search: string
  /** The task or project in the drawer. */
  recordId: number | null
  /** What is being created in the drawer. */
  creates: 'task' | 'project' | null
  /** The record that a new task is about. */
  about: number | null
}

const idOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null

export function readView(search: Readonly<Record<string, unknown>>): ProjectsView {
  const { view, group, project, mine, done, q, record, create, about } = search
  return {
    view: views.find((one) => one === view) ?? 'board',
    group: groupings.find((one) => one === group) ?? 'due',
    projectId: idOf(project),
    isMine: mine === 1,
    hasDone: done === 1,
    search: typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 200) : '',
    recordId: idOf(record),
    creates: create === 'task' || create === 'project' ? create : null,
    about: idOf(about),
  }
}

/** The state as search parameters, without defaults. */
export function writeView(view: ProjectsView): Record<string, unknown> {
  return {
    ...(view.view === 'board' ? {} : { view: view.view }),
    ...(view.group === 'due' ? {} : { group: view.group }),
    ...(view.projectId === null ? {} : { project: view.projectId }),
    ...(view.isMine ? { mine: 1 } : {}),
    ...(view.hasDone ? { done: 1 } : {}),
    ...(view.search ? { q: view.search } : {}),
    ...(view.recordId === null ? {} : { record: view.recordId }),
    ...(view.creates ? { create: view.creates } : {}),
    ...(view.about === null ? {} : { about: view.about }),
  }
}

export function useProjectsView() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const text = JSON.stringify(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters by their content
  const view = useMemo(() => readView(search), [text])
  /** Opening and closing a drawer add history entries; other changes replace the current one. */
  const show = useCallback(
    (change: Partial<ProjectsView>) => {
      const isStep = 'recordId' in change || 'creates' in change || 'view' in change
      void navigate({
        to: '.',
        search: writeView({ ...view, ...change }) as never,
        replace: !isStep,
        resetScroll: false,
      })
    },
    [navigate, view],
  )
  return { view, show }
}
