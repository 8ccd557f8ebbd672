/** What the engine needs to know of each storage beside its SQL. One row per storage; forgetting one does not compile. */
import type { Storage } from '@muster/contract/fields/families'
import type { FieldModel } from '../model/model.ts'

export interface StorageTraits {
  /** How it holds ids of records, collections or list items: in a column, in an array, as rows of a link table. */
  ids: 'one' | 'array' | 'links' | null
  /** Where its number is, for sums and averages: in its column, or in the generated column of a total. */
  number: 'column' | 'total' | null
  /** Whether records can be grouped by its value as it is; instants are grouped by periods instead. */
  isGroupable: boolean
  /** What a calendar makes of its value. */
  time: 'day' | 'instant' | 'range' | null
  /** Where a record's picture is if this holds it: a file, the first of several files, or an address. */
  picture: 'file' | 'files' | 'address' | null
}

const none: StorageTraits = { ids: null, number: null, isGroupable: false, time: null, picture: null }

const traits = {
  text: { ...none, isGroupable: true, picture: 'address' },
  html: none,
  bigint: { ...none, number: 'column', isGroupable: true },
  numeric: { ...none, number: 'column', isGroupable: true },
  money: { ...none, number: 'column', isGroupable: true },
  boolean: { ...none, isGroupable: true },
  date: { ...none, isGroupable: true, time: 'day' },
  timestamptz: { ...none, time: 'instant' },
  daterange: { ...none, time: 'range' },
  id: { ...none, ids: 'one', isGroupable: true },
  ids: { ...none, ids: 'array' },
  links: { ...none, ids: 'links' },
  file: { ...none, picture: 'file' },
  files: { ...none, picture: 'files' },
  video: none,
  json: none,
  json_total: { ...none, number: 'total' },
} as const satisfies Record<Storage, StorageTraits>

export function traitsOf(field: FieldModel): StorageTraits {
  return traits[field.type.storage]
}
