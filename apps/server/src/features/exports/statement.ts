/** An export as one statement: the rows that the caller sees in the list, each field as text. */

import type { ExportBody } from '@muster/contract/exports/exports.api'
import {
  all,
  always,
  orderSql,
  rowsToSql,
  type Selection,
  selectedFields,
  selectionOf,
} from '../../engine/public.sql.ts'
import {
  type Caller,
  type Deps,
  type FieldModel,
  scopeOf,
  type TeamModel,
  treeContext,
} from '../../engine/public.ts'
import { empty, ident, join, type Sql, sql } from '../../platform/db.ts'
import { type CellText, cellText, defused } from './cell-texts.sql.ts'
import { Labels, type Writing } from './writing.sql.ts'

export interface ExportColumn extends Omit<CellText, 'text'> {
  header: string
}

export interface ExportStatement {
  columns: ExportColumn[]
  /** One text column per field, in order. */
  rows: Sql
  count: Sql
}

/** What an export is of; `ids` limits it to records that a wizard's run holds. */
export type ExportOptions = ExportBody & { ids?: readonly number[] }

/** @throws AppError not_found, filter_invalid: rights may have changed since the request */
export function exportStatement(
  { config }: Pick<Deps, 'config'>,
  model: TeamModel,
  caller: Caller,
  options: ExportOptions,
): ExportStatement {
  const scope = scopeOf(treeContext({ model, caller }, options.dataCollectionId))
  const { filter, sort, search, ids } = options
  const found = selectionOf(scope, { filter, sort, search, deleted: false })
  const isWanted = ids ? sql`${ident(scope.alias, 'record_id')} = any(${ids}::bigint[])` : always
  const selection = { ...found, where: all([found.where, isWanted]) }
  const filesUrl = `${config.publicUrl}/api/teams/${model.teamId}/files/`
  return statementOf(selection, filesUrl, options)
}

/** The statement for a given selection; files are written with their URLs below `filesUrl`. */
export function statementOf(
  { scope, source, where, order }: Selection,
  filesUrl: string,
  options: Omit<ExportBody, 'dataCollectionId' | 'filter' | 'sort' | 'search'>,
): ExportStatement {
  const { language } = options
  const labels = new Labels(options.linkBy)
  const isPlain = options.texts === 'plain'
  const writing: Writing = { scope, isPlain, language, filesUrl, labels }
  const found = selectedFields(scope, options.fields)
  const fields = options.fields
    ? options.fields.flatMap((name) => found.filter(({ field }) => field.columnName === name))
    : found
  const cells = fields.map(({ field, read }) => {
    const cell = cellText(field, writing)
    const readable = rowsToSql(read, scope)
    return readable === always ? cell : { ...cell, text: sql`case when ${readable} then ${cell.text} end` }
  })
  const texts = cells.map(({ text, isFree, finish }) =>
    options.format === 'csv' && isFree && !finish ? defused(text) : text,
  )
  return {
    columns: cells.map(({ text: _text, ...cell }, n) => ({
      ...cell,
      header: headerOf(fields[n]!.field, options),
    })),
    rows: sql`${labels.with}select ${texts.length > 0 ? join(texts.map((one) => sql`${one}`)) : empty}
      from ${source} where ${where} order by ${orderSql(order)}`,
    count: sql`select count(*) as count from ${source} where ${where}`,
  }
}

function headerOf(
  field: FieldModel,
  { headers, language }: Pick<ExportBody, 'headers' | 'language'>,
): string {
  return headers === 'columnNames' ? field.columnName : field.titleTranslations[language] || field.title
}
