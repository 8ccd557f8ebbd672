/** The rows of the table of data permissions: the team, its collections as trees, their fields. Pure. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { fold } from '@muster/contract/text'
import { inTreeOrder } from '../fields/public.ts'
import { type Target, team } from './grants.ts'

export interface CollectionRow {
  collection: DataCollection
  depth: number
  target: Target
  /** Where it has permissions from as well. */
  above: readonly Target[]
  /** Whether it has fields of its own to show; children have those of their root. */
  hasFields: boolean
}

export const sections = ['collections', 'lists', 'internal'] as const
export type Section = (typeof sections)[number]

export function sectionOf({ IsUsedAsCustomList, IsInternalConfiguration }: DataCollection): Section {
  if (IsInternalConfiguration) return 'internal'
  return IsUsedAsCustomList ? 'lists' : 'collections'
}

/** The rows of a section whose names match, in the order of the tree. */
export function rowsOf(
  collections: readonly DataCollection[],
  section: Section,
  search: string,
): CollectionRow[] {
  const words = fold(search.trim())
  const own = collections.filter((one) => !one.isDeleted && sectionOf(one) === section)
  return inTreeOrder(own)
    .filter(({ collection: { pluralName, name } }) => fold(`${pluralName} ${name}`).includes(words))
    .map(({ collection, depth }) => {
      const home = collection.idHomeDataCollection
      const isRoot = home === collection.id
      return {
        collection,
        depth: words === '' ? depth : 0,
        target: { kind: 'collection', id: collection.id },
        above: isRoot ? [team] : [team, { kind: 'collection', id: home }],
        hasFields: isRoot && collection.DataFields.length > 0,
      }
    })
}
