/** The team's collections as fields refer to them: names, icons, who may add to them. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { collectionsQuery } from '../teams/public.ts'

const none: readonly DataCollection[] = []

export function useCollections(teamId: number): readonly DataCollection[] {
  const { data } = useQuery(collectionsQuery(teamId))
  return data?.dataCollection ?? none
}

export function useCollection(teamId: number, id: number | null): DataCollection | undefined {
  const collections = useCollections(teamId)
  return useMemo(() => collections.find((collection) => collection.id === id), [collections, id])
}

/** Parents before children, each with its depth. */
export function inTreeOrder<C extends Pick<DataCollection, 'id' | 'idParentDataCollection'>>(
  collections: readonly C[],
): { collection: C; depth: number }[] {
  const known = new Set(collections.map(({ id }) => id))
  const under = (parent: number | null, depth: number): { collection: C; depth: number }[] =>
    collections
      .filter(({ idParentDataCollection: id }) => (id !== null && known.has(id) ? id : null) === parent)
      .flatMap((collection) => [{ collection, depth }, ...under(collection.id, depth + 1)])
  return under(null, 0)
}
