/** The rows of a grid and aggregates of all its records: groups, and sums under the columns. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { isOfGroups } from '@muster/contract/records/aggregates'
import type { AggregateBody } from '@muster/contract/records/records.schema'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api, call } from '../../../lib/api.ts'
import { type GroupField, groupTree, type LeafGroup, mostGroups } from './groups.ts'
import type { GridLayout } from './layout.ts'
import type { RecordSource } from './record-source.ts'
import { recordEvents } from './record-writes.ts'
import { flatRows, type GridRows, groupedRows } from './rows.ts'

/** Sums of columns, by column id. */
export type Sums = ReadonlyMap<string, number | string | null>

export interface GridRowsState {
  rows: GridRows
  /** Of all records; empty while loading. */
  totals: Sums
  /** In the order of a leaf's values. */
  summed: readonly string[]
  /** Too many groups to show: the list is shown without them. */
  isTooMany: boolean
  toggle(path: string): void
  /** Collapses all outermost groups, or expands all. */
  foldAll(isFolded: boolean): void
}

/** Edits closer together than this cause one recount. */
const gatherMs = 400

interface Aggregates {
  of: string
  leaves: readonly LeafGroup[] | null
  totals: Sums
  isTooMany: boolean
}

const noSums: Sums = new Map()
const nothing: Aggregates = { of: '', leaves: null, totals: noSums, isTooMany: false }
const noneFolded: ReadonlySet<string> = new Set()

export function useGridRows(
  teamId: number,
  collection: DataCollection,
  source: RecordSource,
  group: readonly GroupField[],
  sums: GridLayout['sums'],
): GridRowsState {
  const summed = useMemo(() => Object.keys(sums), [sums])
  const key = JSON.stringify([group, sums])
  const [aggregates, setAggregates] = useState<Aggregates>(nothing)
  const [folded, setFolded] = useState(noneFolded)
  const [seen, setSeen] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: groups and sums by their content
  useEffect(() => {
    if (source.query.isTrash || (group.length === 0 && summed.length === 0)) {
      setAggregates(nothing)
      return
    }
    const request = new AbortController()
    const read = async () => {
      const next = await readSums(teamId, collection.id, source, group, sums, request.signal)
      if (request.signal.aborted) return
      source.learn(next.linked)
      setAggregates({ of: key, ...next.aggregates })
    }
    // What is shown stays; the next change retries.
    const refresh = () => void read().catch(() => {})
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(refresh, gatherMs)
    }
    refresh()
    const stops = [
      source.onRefresh(refresh),
      recordEvents.on('saved', ({ teamId: of }) => of === teamId && soon()),
    ]
    return () => {
      request.abort()
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [teamId, collection.id, source, key])

  const groupKey = JSON.stringify(group)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other groups start expanded
  useEffect(() => setFolded(noneFolded), [groupKey])

  const isOf = aggregates.of === key
  const isGrouped = group.length > 0 && !source.query.isTrash && !(isOf && aggregates.isTooMany)
  const leaves = isOf ? aggregates.leaves : null
  const last = useRef<{ source: RecordSource; rows: GridRows } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seen` changes when the list is refetched
  const rows = useMemo(() => {
    if (!isGrouped) return flatRows(source)
    // Until the groups are counted again, the previous ones stay.
    if (!leaves)
      return last.current?.source === source ? last.current.rows : groupedRows(source, groupTree([], folded))
    return groupedRows(source, groupTree(leaves, folded))
  }, [source, isGrouped, leaves, folded, seen])
  last.current = { source, rows }
  useEffect(() => source.onRefresh(() => setSeen((times) => times + 1)), [source])

  return {
    rows,
    totals: isOf ? aggregates.totals : noSums,
    summed,
    isTooMany: isOf && aggregates.isTooMany && group.length > 0,
    toggle: (path) =>
      setFolded((now) => {
        const next = new Set(now)
        if (!next.delete(path)) next.add(path)
        return next
      }),
    foldAll: (isFolded) =>
      setFolded(
        new Set(isFolded && leaves ? leaves.map(({ keys }) => JSON.stringify(keys.slice(0, 1))) : []),
      ),
  }
}

async function readSums(
  teamId: number,
  dataCollectionId: number,
  source: RecordSource,
  group: readonly GroupField[],
  sums: GridLayout['sums'],
  signal: AbortSignal,
) {
  const { filter, search } = source.query
  const measures: AggregateBody['measures'] = [
    { fn: 'count' },
    ...Object.entries(sums).map(([field, fn]) => ({ field, fn })),
    ...averagesOf(sums).map((field) => ({ field, fn: 'countFilled' as const })),
  ]
  // What does not follow from groups is asked for all records alone; the places of the others stay.
  const inGroups = measures.map((measure) => (isOfGroups(measure.fn) ? measure : { fn: 'count' as const }))
  const ask = (groupBy: AggregateBody['groupBy'], limit: number) =>
    call(
      api.records.aggregate,
      {
        params: { teamId, dataCollectionId },
        body: {
          ...(filter ? { filter } : {}),
          ...(search ? { search } : {}),
          groupBy,
          measures: groupBy.length > 0 ? inGroups : measures,
          limit,
        },
      },
      { signal },
    )
  const [all, grouped] = await Promise.all([
    measures.length > 1 ? ask([], 1) : null,
    group.length > 0 ? ask([...group], mostGroups + 1) : null,
  ])
  const isTooMany = (grouped?.groups.length ?? 0) > mostGroups
  const values = all?.groups[0]?.values.slice(1) ?? []
  return {
    linked: grouped?.linked ?? {},
    aggregates: {
      leaves: grouped && !isTooMany ? grouped.groups.map(leafOf) : null,
      totals: new Map(Object.keys(sums).map((id, at) => [id, values[at] ?? null])),
      isTooMany,
    },
  }
}

/** Columns with an average, in order: their numbers of values are requested after all sums. */
const averagesOf = (sums: GridLayout['sums']) => Object.keys(sums).filter((id) => sums[id] === 'average')

/** The index of an average's number of values among a leaf's values. */
export const weightOf = (sums: GridLayout['sums'], id: string): number =>
  Object.keys(sums).length + averagesOf(sums).indexOf(id)

const leafOf = ({ keys, values }: { keys: unknown[]; values: (number | string | null)[] }): LeafGroup => ({
  keys,
  count: Number(values[0] ?? 0),
  values: values.slice(1),
})
