/** The team's collections as fields refer to them: names, icons, who may add to them. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { nameOrder } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
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

/** Parents before children, by name as everywhere else, each with its depth. */
export function inTreeOrder<C extends Pick<DataCollection, 'id' | 'idParentDataCollection' | 'pluralName'>>(
  collections: readonly C[],
): { collection: C; depth: number }[] {
  const compare = nameOrder(currentLanguage())
  const known = new Set(collections.map(({ id }) => id))
  const under = (parent: number | null, depth: number): { collection: C; depth: number }[] =>
    collections
      .filter(({ idParentDataCollection: id }) => (id !== null && known.has(id) ? id : null) === parent)
      .sort((a, b) => compare(a.pluralName, b.pluralName))
      .flatMap((collection) => [{ collection, depth }, ...under(collection.id, depth + 1)])
  return under(null, 0)
}
