/**
 * Properties of each storage that the engine needs in addition to its SQL; a missing storage is a type error.
 */
import type { Storage } from '@muster/contract/fields/families'
import type { FieldModel } from '../model/model.ts'

export interface StorageTraits {
  /**
   * How ids of records, collections or list items are stored: in a column, an array or rows of a link table.
   */
  ids: 'one' | 'array' | 'links' | null
  /** The numeric column for sums and averages: the main one, or the generated one with a total. */
  number: 'column' | 'total' | null
  /** Whether records can be grouped by the value itself; timestamps are grouped by periods instead. */
  isGroupable: boolean
  /** How calendars and timelines show the value. */
  time: 'day' | 'instant' | 'range' | 'year' | null
  /** How the value can be a record's avatar: a file, the first of several files, or a URL. */
  picture: 'file' | 'files' | 'address' | null
}

const none: StorageTraits = { ids: null, number: null, isGroupable: false, time: null, picture: null }

const traits = {
  text: { ...none, isGroupable: true, picture: 'address' },
  html: none,
  bigint: { ...none, number: 'column', isGroupable: true, time: 'year' },
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
