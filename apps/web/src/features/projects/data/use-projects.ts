/** The team's projects and tasks, their statuses and people, and the user's permissions on them. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { itemColumns, nameColumn } from '@muster/contract/lists/items'
import type { Language } from '@muster/contract/paging'
import type { Projects } from '@muster/contract/projects/projects.api'
import { isDoneColumn, memberColumns, taskColumns } from '@muster/contract/projects/projects.rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api, call, queryKeyOf, useApi } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useCollection } from '../../fields/public.ts'
import { collectionsQuery } from '../../teams/public.ts'

export interface Status {
  /** Null: of tasks without one. */
  id: number | null
  name: string
  color: string | null
  isDone: boolean
}

export interface Place {
  ids: Projects
  tasks: DataCollection
  projects: DataCollection
  statuses: readonly Status[]
  /** Names by id, including people who have left. */
  members: ReadonlyMap<number, string>
  projectNames: ReadonlyMap<number, string>
  canMove: boolean
}

export const mostItems = 200
const mostNamed = 1000

export function useProjects(teamId: number) {
  const queryClient = useQueryClient()
  const language = currentLanguage()
  const where = usePrepared(teamId)
  const ids = where.data
  const looked = useQuery(collectionsQuery(teamId))
  const tasks = useCollection(teamId, ids?.taskCollectionId ?? null)
  const projects = useCollection(teamId, ids?.projectCollectionId ?? null)
  const isNew = ids !== undefined && tasks === undefined
  // They may have just been created.
  useEffect(() => {
    if (isNew) void queryClient.invalidateQueries({ queryKey: collectionsQuery(teamId).queryKey })
  }, [isNew, queryClient, teamId])

  const statuses = useItems(teamId, ids?.taskStatusListId, itemColumns.rank, mostItems)
  const members = useItems(teamId, ids?.memberCollectionId, '@name', mostNamed)
  const named = useItems(teamId, ids?.projectCollectionId, '@name', mostNamed)

  const place = useMemo((): Place | null => {
    if (!ids || !tasks || !projects || !statuses.data) return null
    return {
      ids,
      tasks,
      projects,
      statuses: statuses.data.items.map((item) => statusOf(item, language)),
      members: new Map(
        members.data?.items.map(({ id, name, values }) => [id, String(values[memberColumns.name] ?? name)]),
      ),
      projectNames: new Map(named.data?.items.map(({ id, name }) => [id, name])),
      canMove: tasks.DataFields.some(
        ({ columnName, canUpdate }) => columnName === taskColumns.status && canUpdate,
      ),
    }
  }, [ids, tasks, projects, statuses.data, members.data, named.data, language])
  const failed = [where, statuses].find(({ isError }) => isError)
  /** None of it may be read. */
  const isHidden =
    isNew && looked.isSuccess && !looked.isFetching && looked.dataUpdatedAt > where.dataUpdatedAt
  return { place, isHidden, error: failed?.error ?? null, retry: () => failed?.refetch() }
}

/** The ids of what is there; what is missing is created first. */
function usePrepared(teamId: number) {
  const args = { params: { teamId } }
  const found = useApi(api.projects.get, args, { staleTime: 300_000 })
  const queryClient = useQueryClient()
  const prepared = useQuery({
    queryKey: [...queryKeyOf(api.projects.prepare, args), found.dataUpdatedAt],
    queryFn: async () => {
      const projects = await call(api.projects.prepare, args)
      queryClient.setQueryData(queryKeyOf(api.projects.get, args), { projects, isCurrent: true })
      return projects
    },
    enabled: found.data?.isCurrent === false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isReady = found.data?.isCurrent === true || prepared.isError
  // Those that exist are shown, even when synchronizing their members fails.
  const data = (isReady && found.data?.projects) || undefined
  const failed = data ? undefined : [found, prepared].find(({ isError }) => isError)
  return {
    data,
    dataUpdatedAt: found.dataUpdatedAt,
    isError: failed !== undefined,
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
  }
}

/** Records of a small collection, in order; no request without a collection. */
export function useItems(teamId: number, dataCollectionId: number | undefined, sort: string, limit: number) {
  return useApi(
    api.records.query,
    {
      params: { teamId, dataCollectionId: dataCollectionId ?? 0 },
      body: { sort: [{ field: sort, direction: 'asc' }], limit },
    },
    { enabled: dataCollectionId !== undefined },
  )
}

interface Item {
  id: number
  name: string
  values: Record<string, unknown>
}

/** The item's name in a language, if translated. */
export function itemName({ name, values }: Item, language: Language): string {
  const own = values[nameColumn(language)]
  return typeof own === 'string' && own !== '' ? own : name
}

function statusOf(item: Item, language: Language): Status {
  const { id, values } = item
  const color = values[itemColumns.color]
  return {
    id,
    name: itemName(item, language),
    color: typeof color === 'string' ? color : null,
    isDone: values[isDoneColumn] === true,
  }
}
