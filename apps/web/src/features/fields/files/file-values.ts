/** Files as values: the API's object, or only an id. */
import type { FileObject, FileValue } from '@muster/contract/fields/types/common/files'

export type { FileObject, FileValue }

export const fileOf = (value: FileValue): FileObject | null => (typeof value === 'string' ? null : value)
export const fileIdOf = (value: FileValue): string => (typeof value === 'string' ? value : value.id)
export const filesOf = (values: readonly FileValue[]): FileObject[] =>
  values.flatMap((value) => fileOf(value) ?? [])
