/** How a sample team is told: its collections with their fields and records, in the order they are made. */
import type { DataType } from '@muster/contract/fields/families'
import type { Filter } from '@muster/contract/filters/ast'
import type { Language } from '@muster/contract/paging'
import type { CreateView } from '@muster/contract/views/views.schema'
import type { NewField } from '../src/engine/model/add-fields.ts'
import type { NewTeam } from '../src/features/teams/create-team.ts'
import type { Lookup, Texts } from './lookup.ts'
import type { SampleMessages } from './messages.ts'
import type { SampleWizard } from './wizards.ts'

export { type Lookup, type Texts, texts } from './lookup.ts'

export interface SampleRecord {
  /** By which other records find it. */
  key?: string
  values: Readonly<Record<string, unknown>>
}

export interface SampleField {
  column: string
  title: Texts
  dataType: DataType
  /** Key of the custom list of a selection. */
  list?: string
  /** Key of the collection that a link points to; it may be the field's own. */
  links?: string
  settings?: Record<string, unknown>
  options?: Pick<NewField, 'isRequired' | 'isUnique' | 'displayWidth' | 'helpText' | 'defaultValue'>
}

/** A card by columns of the collection, or of the one that it lists. */
export interface SampleCard {
  title: Texts
  type?: 'form' | 'table' | 'thumbnails'
  width?: NewField['displayWidth']
  /** Of a form, or of the records listed. */
  fields?: readonly string[]
  /** A link or file field of this collection that the card lists by. */
  source?: string
  /** A link of another collection to this one: its key and column. */
  from?: readonly [collection: string, column: string]
}

export interface SampleCardGroup {
  /** Key of the collection. */
  collection: string
  name: Texts
  icon: string
  cards: readonly SampleCard[]
}

export interface SampleCollection {
  key: string
  name: Texts
  pluralName: Texts
  description?: string
  icon: string
  parent?: string
  /** Makes it smart. */
  filter?: (at: Lookup) => Filter
  isList?: boolean
  representsPeople?: boolean
  isShownOnTeamDashboard?: boolean
  isShownInSidebar?: boolean
  /** Column of the field that gives records their picture. */
  avatar?: string
  /** Beside those that every root begins with (`name`; a list's `color` and `rank`). */
  fields?: readonly SampleField[]
  /** Batches, one after the other: a later one may look up the records of an earlier. */
  records?: (at: Lookup) => Iterable<readonly SampleRecord[]>
}

export interface SampleFile {
  name: string
  bytes: () => Uint8Array
}

export interface SampleTask {
  name: string
  /** Places in the lists of statuses and priorities; to do, and normal, where left out. */
  status?: number
  priority?: number
  /** Days from now. */
  due?: number
  /** Name of a project. */
  project?: string
  /** Key of a collection, and the name of a record in it. */
  about?: readonly [collection: string, name: string]
  /** Assigned to the team's administrator. */
  isOwn?: boolean
}

/** A view by columns of its collection. */
export interface SampleView {
  /** Key of the collection. */
  collection: string
  type: CreateView['type']
  name: string
  description: string
  fields?: readonly string[]
  /** By which its readers filter. */
  filters?: readonly string[]
  /** The rest of it; `field` gives the id of a column. */
  more?: (field: (column: string) => number) => Partial<Omit<CreateView, 'displayOptions'>> & {
    displayOptions?: Partial<CreateView['displayOptions']>
  }
}

/** Projects and tasks. */
export interface SampleWork {
  projects: readonly { name: string; status: number; days: readonly [number, number]; isOwn?: boolean }[]
  tasks: readonly SampleTask[]
}

export interface SampleTeam {
  team: Omit<NewTeam, 'admin'>
  language: Language
  files?: readonly SampleFile[]
  collections: readonly SampleCollection[]
  /** In the order of the tabs. */
  cardGroups?: readonly SampleCardGroup[]
  views?: readonly SampleView[]
  work?: SampleWork
  wizards?: readonly SampleWizard[]
  messages?: SampleMessages
}
