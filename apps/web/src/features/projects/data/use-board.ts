/** The columns of the board, and moving tasks between them: shown at once, taken back where the server refuses. */
import { positionBetween, positionsFor, taskColumns } from '@muster/contract/projects/projects.rules'
import type { QueryResult } from '@muster/contract/records/records.schema'
import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf, queryOf } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { toast } from '../../../ui/toasts.ts'
import { namedIn } from '../../fields/public.ts'
import { useOperations } from '../../operations/public.ts'
import type { ProjectsView } from '../url-state.ts'
import { filtersOf, shownColumns, type Task, taskOf, withStatus } from './tasks.ts'
import type { Place, Status } from './use-projects.ts'

export interface Column {
  status: Status
  tasks: readonly Task[]
  total: number
  isLoading: boolean
}

const atFirst = 100
/** As many as one request gives. */
const most = 1000

/** Where a task is shown while the server is told. */
interface Move {
  task: Task
  statusId: number | null
  /** The task it stands before; null: at the end. */
  beforeId: number | null
}

export function useBoard(teamId: number, place: Place, view: ProjectsView) {
  const { t } = useTranslation('projects')
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const operations = useOperations(teamId)
  const [limits, setLimits] = useState<Record<string, number>>({})
  const [moves, setMoves] = useState<ReadonlyMap<number, Move>>(new Map())
  const dataCollectionId = place.ids.taskCollectionId
  const statuses: readonly Status[] = useMemo(
    () => [{ id: null, name: t('board.noStatus'), color: null, isDone: false }, ...place.statuses],
    [place.statuses, t],
  )
  const queries = useQueries({
    queries: statuses.map(({ id }) => ({
      ...queryOf(api.records.query, {
        params: { teamId, dataCollectionId },
        body: {
          filter: { and: [...filtersOf(view, place), withStatus(id)] },
          ...(view.search ? { search: view.search } : {}),
          sort: [
            { field: taskColumns.position, direction: 'asc' },
            { field: '@id', direction: 'asc' },
          ],
          fields: shownColumns,
          limit: limits[String(id)] ?? atFirst,
          count: 'exact',
        },
      }),
      placeholderData: keepPreviousData,
    })),
  })
  const answers = queries.map(({ data }) => data as QueryResult | undefined)
  const linked = namedIn(Object.assign({}, ...answers.map((data) => data?.linked ?? {})), currentLanguage())
  const columns = arrange(statuses, answers, moves).filter(
    ({ status, tasks }) => status.id !== null || tasks.length > 0,
  )

  const settle = async () => {
    await queryClient.invalidateQueries({ queryKey: queryKeyOf(api.records.query, { params: { teamId } }) })
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(api.records.aggregate) })
  }

  /** @param index its place among the tasks of that column, without itself */
  const move = async (task: Task, status: Status, index: number) => {
    const column = columns.find((one) => one.status.id === status.id)
    const others = (column?.tasks ?? []).filter(({ id }) => id !== task.id)
    const before = others[index - 1] ?? null
    const after = others[index] ?? null
    setMoves((now) => new Map(now).set(task.id, { task, statusId: status.id, beforeId: after?.id ?? null }))
    try {
      const position =
        before?.position === null || after?.position === null
          ? undefined
          : positionBetween(before?.position ?? null, after?.position ?? null)
      const isMoved = task.statusId !== status.id
      const values = isMoved ? { [taskColumns.status]: status.id } : {}
      const update =
        position === undefined
          ? numbered([...others.slice(0, index), task, ...others.slice(index)], task, values)
          : [{ id: task.id, values: { ...values, [taskColumns.position]: position } }]
      const { operation } = await call(api.records.bulk, {
        params: { teamId, dataCollectionId },
        body: { create: [], update },
      })
      operations.did(
        operation,
        isMoved ? t('board.moved', { name: task.name, status: status.name }) : undefined,
      )
    } catch (error) {
      toast.error(t('board.notMoved', { name: task.name, reason: errorText(error) }))
    }
    await settle()
    setMoves((now) => {
      const rest = new Map(now)
      rest.delete(task.id)
      return rest
    })
  }

  const failed = queries.find(({ isError, data }) => isError && !data)
  return {
    columns,
    linked,
    isLoading: queries.some(({ isPending }) => isPending),
    error: failed?.error ?? null,
    retry: () => queries.forEach((query) => void query.refetch()),
    move,
    settle,
    /** Null where all are shown, or more would be too many for a board. */
    showMore: ({ status: { id }, tasks, total }: Column) => {
      const limit = limits[String(id)] ?? atFirst
      if (tasks.length >= total || limit >= most) return null
      return () => setLimits((now) => ({ ...now, [String(id)]: Math.min(most, limit * 3) }))
    },
  }
}

function numbered(tasks: readonly Task[], moved: Task, values: Record<string, unknown>) {
  const positions = positionsFor(tasks.length)
  return tasks.map(({ id }, n) => ({
    id,
    values: { ...(id === moved.id ? values : {}), [taskColumns.position]: positions[n] },
  }))
}

/** What the server told, with the moves that it does not know of yet. */
function arrange(
  statuses: readonly Status[],
  answers: readonly (QueryResult | undefined)[],
  moves: ReadonlyMap<number, Move>,
): Column[] {
  const all = answers.map((data) => (data?.items ?? []).map(taskOf))
  // Columns are answered one by one: for a moment none may have the task, which must not leave the board and the focus.
  const moved = new Map([...moves].map(([id, { task }]) => [id, task]))
  for (const task of all.flat()) if (moves.has(task.id)) moved.set(task.id, task)
  return statuses.map((status, n): Column => {
    const own = all[n] ?? []
    const tasks = own.filter(({ id }) => !moves.has(id))
    const before = own.length
    for (const task of moved.values()) {
      const move = moves.get(task.id) as Move
      if (move.statusId !== status.id) continue
      const at = tasks.findIndex(({ id }) => id === move.beforeId)
      tasks.splice(at < 0 ? tasks.length : at, 0, { ...task, statusId: status.id })
    }
    return {
      status,
      tasks,
      total: (answers[n]?.total ?? 0) + tasks.length - before,
      isLoading: answers[n] === undefined,
    }
  })
}
