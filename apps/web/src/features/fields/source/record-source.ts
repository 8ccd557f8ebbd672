/**
 * What field editors, cells and filter operands need of a server: options to choose from, records created in place,
 * files, addresses. Signed-in screens get it from `TeamRecordSource`; a public page provides its own and uses the same
 * editors. Members whose names begin with `use` are hooks: a source must not change its kind while it is provided.
 */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { FileObject } from '@muster/contract/fields/types/common/files'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { createContext, type ReactNode, useContext } from 'react'
import type { FilePickerProps } from '../../files/public.ts'
import type { MapTiles } from '../../maps/public.ts'
import type { Linked } from '../linked.ts'
import type { Option } from '../picker/Picker.tsx'

/**
 * Where our server gives thumbnails of the picture at a web address that a record's field holds (they take
 * `thumbnailUrl`); null where it gives none.
 */
export type PictureUrl = (dataRecordId: number, dataFieldId: number, address: string) => string | null

/** What is needed to show values. */
export interface CellSource {
  /** Where a linked record opens; null where values lead nowhere. */
  recordUrl(id: number): string | null
  /** Tiles over the built-in map, null for none; undefined while loading. */
  useMapTiles(): MapTiles | null | undefined
}

/** What is needed to edit them too. */
export interface RecordSource extends CellSource {
  /** Where a collection opens; null where values lead nowhere. */
  collectionUrl(id: number): string | null
  /** The collections that may be chosen. */
  useCollections(): readonly DataCollection[]
  /** Records whose names match what is typed. */
  useOptions(wanted: OptionsWanted): OptionsFound
  /** Names of records by their ids, which are grouped by collection. */
  useNames(ids: ReadonlyMap<number, ReadonlySet<number>>): Linked
  usePeople(isWanted: boolean): readonly Person[]
  /**
   * Creates a record or a list item where it is linked.
   * @throws ApiError
   */
  createRecord(
    dataCollectionId: number,
    values: Readonly<Record<string, unknown>>,
  ): Promise<Pick<DataRecord, 'id' | 'name' | 'avatar' | 'values'>>
  /**
   * Sends a file for a field.
   * @throws ApiError, or RequestCanceledError once `signal` is aborted
   */
  upload(file: File, options: UploadOptions): Promise<FileObject>
  pictureUrl: PictureUrl
  /** Chooses among existing files; null where only new ones may be sent. */
  filePicker: ((props: Omit<FilePickerProps, 'teamId'>) => ReactNode) | null
}

export interface OptionsWanted {
  /** Null: of all collections that are searchable. */
  collectionId: number | null
  /** The field that is filled in, where it is known. */
  dataFieldId?: number
  search: string
  /** Items of a custom list come in their own order and with their colours. */
  isList: boolean
  /** Nothing is fetched while this is false. */
  isEnabled: boolean
}

export interface OptionsFound {
  options: readonly Option[]
  isLoading: boolean
  /** The options match an earlier search. */
  isStale: boolean
  error: unknown
}

export interface Person {
  teamUserId: number
  name: string
  isActive: boolean
}

export interface UploadOptions {
  /** The field whose limits apply; absent for one that is not saved yet. */
  dataFieldId: number | undefined
  signal: AbortSignal
  /** @param progress 0 to 1 */
  onProgress(progress: number): void
}

export const RecordSourceContext = createContext<CellSource | RecordSource | null>(null)

/** For cells. */
export function useCellSource(): CellSource {
  const source = useContext(RecordSourceContext)
  if (!source) throw new Error('No RecordSource: values are shown inside a provider of one')
  return source
}

/** For editors and filter operands. */
export function useRecordSource(): RecordSource {
  const source = useCellSource()
  if (!isRecordSource(source))
    throw new Error('This page provides only what cells need: nothing is edited here')
  return source
}

const isRecordSource = (source: CellSource): source is RecordSource => 'useOptions' in source
