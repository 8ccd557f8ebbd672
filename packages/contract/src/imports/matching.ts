/** Which fields can tell records apart: by them rows of a file find their records, and cells those they link to. */
import type { DataType, Storage } from '../fields/families.ts'
import { fieldType } from '../fields/types/index.ts'

/** Storages whose values are told apart by one comparison. */
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
