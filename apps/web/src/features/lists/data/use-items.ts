/** The items of a custom list and every change to them, optimistic, each undone as one. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { nextColors } from '@muster/contract/lists/colors'
import { itemColumns, nameColumn } from '@muster/contract/lists/items'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import type { Language } from '@muster/contract/paging'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { fold } from '@muster/contract/text'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf, useApi } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { toast } from '../../../ui/toasts.ts'
import { pendingId } from '../../fields/public.ts'
import { operationEvents, useOperations } from '../../operations/public.ts'

/** Longer lists are shown as records. */
export const mostItems = 5000
const pageSize = 1000

export interface Item {
  id: number
  name: string
  color: string | null
  icon: string | null
  rank: number | null
  names: Partial<Record<Language, string>>
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function itemOf({ id, name, values }: DataRecord, languages: readonly Language[]): Item {
  return {
    id,
    name: text(values[itemColumns.name]) ?? name,
    color: text(values[itemColumns.color]),
    icon: text(values[itemColumns.icon]),
    rank: typeof values[itemColumns.rank] === 'number' ? (values[itemColumns.rank] as number) : null,
    names: Object.fromEntries(languages.map((one) => [one, text(values[nameColumn(one)]) ?? ''])),
  }
}

interface Known {
  items: readonly Item[]
  total: number
}

/** New lines of a paste, each once; and how many exist already. */
export function newNames(items: readonly Pick<Item, 'name'>[], lines: readonly string[]) {
  const seen = new Set(items.map(({ name }) => fold(name.trim())))
  const names: string[] = []
  let known = 0
  for (const line of lines.map((one) => one.trim()).filter(Boolean)) {
    if (seen.has(fold(line))) known++
    else names.push(line)
    seen.add(fold(line))
  }
  return { names, known }
}

export function useItems(list: DataCollection, languages: readonly Language[]) {
  const { t } = useTranslation('lists')
  const teamId = list.idTeam
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const operations = useOperations(teamId)
  const params = { teamId, dataCollectionId: list.id }
  const key = useMemo(
    () => [...queryKeyOf(api.records.query), 'list items', teamId, list.id, languages],
    [teamId, list.id, languages],
  )
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readItems(params, languages, signal),
  })
  const uses = useApi(api.lists.uses, { params })
  const known = query.data ?? { items: [], total: 0 }
  const { items } = known

  const refresh = useCallback(
    () => refreshChanged(queryClient, api.records.bulk, { teamId }),
    [queryClient, teamId],
  )
  useEffect(() => operationEvents.on('undone', () => void refresh()), [refresh])

  /** Shows `next` at once, does the work, reports failures; `words` are the toast that offers undo. */
  const write = async (
    next: readonly Item[],
    work: () => Promise<OperationRef | null>,
    words?: string,
  ): Promise<boolean> => {
    await queryClient.cancelQueries({ queryKey: key })
    queryClient.setQueryData(key, { items: next, total: known.total + next.length - items.length })
    try {
      operations.recordOperation(await work(), words)
      return true
    } catch (error) {
      queryClient.setQueryData(key, known)
      toast.error(errorText(error))
      return false
    } finally {
      await refresh()
    }
  }
  const update = (item: Item, shown: Partial<Item>, values: Record<string, unknown>) =>
    write(
      items.map((one) => (one.id === item.id ? { ...one, ...shown } : one)),
      async () =>
        (await call(api.records.update, { params: { teamId, dataRecordId: item.id }, body: { values } }))
          .operation,
    )

  return {
    query,
    items,
    total: known.total,
    uses: useMemo(() => new Map(uses.data?.items.map((one) => [one.itemId, one]) ?? []), [uses.data]),
    rename: (item: Item, name: string) => update(item, { name }, { [itemColumns.name]: name }),
    recolor: (item: Item, color: string) => update(item, { color }, { [itemColumns.color]: color }),
    setIcon: (item: Item, icon: string | null) => update(item, { icon }, { [itemColumns.icon]: icon }),
    translate: (item: Item, language: Language, name: string) =>
      update(
        item,
        { names: { ...item.names, [language]: name } },
        { [nameColumn(language)]: name === '' ? null : name },
      ),
    /** @returns how many lines were items already; null when it failed */
    async add(lines: readonly string[]): Promise<number | null> {
      const { names, known: skipped } = newNames(items, lines)
      if (names.length === 0) return skipped
      const first = Math.max(0, ...items.map(({ rank }) => rank ?? 0)) + 1
      const made = names.map((name, n) => ({ name, rank: first + n }))
      // The colours that the server will give them.
      const colors = nextColors(
        items.map(({ color }) => color),
        made.length,
      )
      const shown = made.map(
        (one, n): Item => ({ ...one, color: colors[n] ?? null, id: pendingId(), icon: null, names: {} }),
      )
      const isDone = await write(
        [...items, ...shown],
        async () =>
          (await call(api.records.bulk, { params, body: { create: made.map((values) => ({ values })) } }))
            .operation,
        names.length > 1 ? t('added', { count: names.length }) : undefined,
      )
      return isDone ? skipped : null
    },
    remove: (item: Item) =>
      write(
        items.filter(({ id }) => id !== item.id),
        async () => (await call(api.records.remove, { params: { teamId, dataRecordId: item.id } })).operation,
        t('removed', { name: item.name }),
      ),
    /** Renumbers all items in one operation. */
    reorder(ordered: readonly Item[]) {
      const next = ordered.map((item, at) => ({ ...item, rank: at + 1 }))
      const before = new Map(items.map(({ id, rank }) => [id, rank]))
      const changed = next.filter(({ id, rank }) => before.get(id) !== rank)
      return write(next, async () => {
        const update = changed.map(({ id, rank }) => ({ id, values: { rank } }))
        return (await call(api.records.bulk, { params, body: { update } })).operation
      })
    },
    /** @returns the operation that continues in the background; null when it is done, or failed */
    async merge(survivor: Item, others: readonly Item[]): Promise<OperationRef | null> {
      const ids = others.map(({ id }) => id)
      let running = null as OperationRef | null
      const isDone = await write(
        items.filter(({ id }) => !ids.includes(id)),
        async () => {
          const done = await call(api.lists.merge, {
            params,
            body: { survivorId: survivor.id, itemIds: ids },
          })
          if (done.isRunning) running = done.operation
          else operations.recordOperation(done.operation, t('merged', { name: survivor.name }))
          return null
        },
      )
      return isDone ? running : null
    },
  }
}

async function readItems(
  params: { teamId: number; dataCollectionId: number },
  languages: readonly Language[],
  signal: AbortSignal,
): Promise<Known> {
  const items: Item[] = []
  let total = 0
  let cursor: string | null = null
  do {
    const answer: Awaited<ReturnType<typeof call<typeof api.records.query>>> = await call(
      api.records.query,
      {
        params,
        body: {
          sort: [
            { field: itemColumns.rank, direction: 'asc' },
            { field: '@name', direction: 'asc' },
          ],
          fields: [...Object.values(itemColumns), ...languages.map(nameColumn)],
          limit: pageSize,
          ...(cursor ? { cursor } : { count: 'exact' as const }),
        },
      },
      { signal },
    )
    items.push(...answer.items.map((record) => itemOf(record, languages)))
    total = answer.total ?? total
    cursor = answer.nextCursor
  } while (cursor && items.length < mostItems)
  return { items, total }
}

export type Items = ReturnType<typeof useItems>
