/** Reads and writes of the task board: its columns are the statuses, its order the positions. */
import { positionBetween, positionsFor, taskColumns } from '@muster/contract/projects/projects.rules'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { useCollections } from '../../fields/public.ts'
import { useOperations } from '../../operations/public.ts'
import { type BoardSource, boardReads, type CardPlace, type ViewSource } from '../../views/public.ts'
import { filtersOf, shownColumns, taskOf } from '../data/tasks.ts'
import type { Place } from '../data/use-projects.ts'
import type { ProjectsView } from '../url-state.ts'

const noneFolded: readonly string[] = []
/** Gap after the last task of a column. */
const step = 1024

/** @returns null where the status may not be read */
export function useTaskBoard(
  teamId: number,
  place: Place,
  view: ProjectsView,
): { source: Pick<ViewSource, 'key' | 'query'>; board: BoardSource } | null {
  const { t } = useTranslation(['projects', 'dataTypes', 'common'])
  const queryClient = useQueryClient()
  const operations = useOperations(teamId)
  const collections = useCollections(teamId)
  return useMemo(() => {
    const field = place.tasks.DataFields.find(({ columnName }) => columnName === taskColumns.status)
    if (!field) return null
    const dataCollectionId = place.ids.taskCollectionId
    const params = { teamId, dataCollectionId }
    const key = queryKeyOf(api.records.query, { params })
    const filters = filtersOf(view, place)
    const { search } = view
    return {
      source: {
        key: [...key, 'board', filters, search],
        query: ({ cursor, limit = 50, where }, signal) =>
          call(
            api.records.query,
            {
              params,
              body: {
                filter: { and: [...filters, ...(where ? [where] : [])] },
                ...(search ? { search } : {}),
                sort: [
                  { field: taskColumns.position, direction: 'asc' },
                  { field: '@id', direction: 'asc' },
                ],
                fields: shownColumns,
                limit,
                count: 'none',
                ...(cursor ? { cursor } : {}),
              },
            },
            signal ? { signal } : {},
          ),
      },
      board: {
        field,
        ...boardReads({
          teamId,
          dataCollectionId,
          field,
          filter: filters.length > 0 ? { and: filters } : null,
          search,
          collections,
          t: t as never,
        }),
        isOrdered: true,
        move: place.canMove
          ? async (record, status, toName, at) => {
              const isMoved = record.values[taskColumns.status] !== status
              const { operation } = await call(api.records.bulk, {
                params,
                body: {
                  create: [],
                  update: updatesFor(record, isMoved ? { [taskColumns.status]: status } : {}, at),
                },
              })
              operations.recordOperation(
                operation,
                isMoved ? t('board.moved', { name: record.name, status: toName }) : undefined,
              )
            }
          : null,
        add: null,
        folded: noneFolded,
        onFolded: null,
        async refresh() {
          await queryClient.invalidateQueries({
            queryKey: queryKeyOf(api.records.query, { params: { teamId } }),
          })
          void queryClient.invalidateQueries({ queryKey: queryKeyOf(api.records.aggregate) })
        },
      },
    }
  }, [teamId, place, view, collections, operations, queryClient, t])
}

/** Status and position of a task added at the end of a column. */
export function placeOfNew(status: unknown, last: DataRecord | undefined): Record<string, unknown> {
  const position = last ? taskOf(last).position : null
  return { [taskColumns.status]: status, [taskColumns.position]: position === null ? 0 : position + step }
}

/** The update that moves a task between two others: its position, or all of the column's when there is no gap left. */
function updatesFor(record: DataRecord, values: Record<string, unknown>, at: CardPlace | null) {
  if (!at) return [{ id: record.id, values }]
  const { index, others } = at
  const [before, after] = [others[index - 1], others[index]].map((one) => one && taskOf(one).position)
  const position =
    before === null || after === null ? undefined : positionBetween(before ?? null, after ?? null)
  if (position !== undefined)
    return [{ id: record.id, values: { ...values, [taskColumns.position]: position } }]
  const positions = positionsFor(others.length + 1)
  return [...others.slice(0, index), record, ...others.slice(index)].map(({ id }, n) => ({
    id,
    values: { ...(id === record.id ? values : {}), [taskColumns.position]: positions[n] },
  }))
}
