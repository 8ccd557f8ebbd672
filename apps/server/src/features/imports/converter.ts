/** The context in which cells of a file are converted to values. */

import type { ImportChoices } from '@muster/contract/imports/imports.api'
import type pg from 'pg'
import type { FieldModel, Scope, WriteContext } from '../../engine/public.ts'
import type { PlainFacts } from './plain-cells.ts'

export type ColumnOptions = Pick<ImportChoices['columns'][number], 'linkBy' | 'separator' | 'unknown'> &
  Partial<Pick<ImportChoices, 'spaces'>>

/** A column of the file, the field it goes to, and how its cells are read. */
export interface MappedColumn {
  index: number
  field: FieldModel
  options: ColumnOptions
}

/** The write context of the target collection, and the state of the import. */
export interface Converter extends WriteContext {
  /** For changes that outlive the transaction: allocated numbers. */
  pool: pg.Pool
  scope: Scope
  signal: AbortSignal
  /** By column of the file: facts found by the scanner. */
  facts: readonly PlainFacts[]
  isWorkbook: boolean
  /** The operation under which records for unknown names are created. */
  operationId: number
  /** Called after each column, with the number of converted columns. */
  onColumn(done: number): Promise<void>
}
