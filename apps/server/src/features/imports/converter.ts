/** What reading the cells of a file needs. */

import type { ImportChoices } from '@muster/contract/imports/imports.api'
import type pg from 'pg'
import type { FieldModel, Scope, WriteContext } from '../../engine/public.ts'
import type { PlainFacts } from './plain-cells.ts'

export type ColumnOptions = Pick<ImportChoices['columns'][number], 'linkBy' | 'separator' | 'unknown'>

/** A column of the file, the field it goes to, and how its cells are read. */
export interface MappedColumn {
  index: number
  field: FieldModel
  options: ColumnOptions
}

/** In the collection that is imported into. */
export interface Converter extends WriteContext {
  /** For what outlives a transaction: numbers given out. */
  pool: pg.Pool
  scope: Scope
  signal: AbortSignal
  /** By column of the file: what the scanner saw. */
  facts: readonly PlainFacts[]
  isWorkbook: boolean
  /** The operation that records made for cells that name them belong to. */
  operationId: number
  /** After each column: how many of them are read. */
  onColumn(done: number): Promise<void>
}
