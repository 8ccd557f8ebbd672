/** Which fields can match rows of a file to their records, and cells to the records they link to. */
import type { DataType, Storage } from '../fields/families.ts'
import { fieldType } from '../fields/types/index.ts'

/** Storages whose values can be compared with a single equality. */
const matchable: ReadonlySet<Storage> = new Set<Storage>([
  'text',
  'bigint',
  'numeric',
  'boolean',
  'date',
  'timestamptz',
  'id',
])

export function isMatchable(dataType: DataType): boolean {
  return matchable.has(fieldType(dataType).storage)
}
