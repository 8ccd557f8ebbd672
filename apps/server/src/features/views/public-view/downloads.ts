/** Public views as files: CSV for spreadsheets and JSON for programs, streamed. */

import { Readable } from 'node:stream'
import { defuse } from '@muster/contract/exports/cells'
import type { Language } from '@muster/contract/paging'
import type pg from 'pg'
import { type Position, pageSql } from '../../../engine/public.sql.ts'
import { queryText } from '../../../platform/db.ts'
import { lineWriter, rowsOf, statementOf } from '../../exports/public.ts'
import { urlOf } from './item-urls.ts'
import { presentPublicView } from './present-public-view.ts'
import { filesBase, publicRecords } from './public-records.ts'
import { type PublicViewModel, publicSelection, withFields } from './public-view.ts'

const byteOrderMark = '\ufeff'

/** The displayed fields under their titles, preceded by the name if it is not displayed. */
export function csvStream(
  pool: pg.Pool,
  publicUrl: string,
  publicView: PublicViewModel,
  language: Language,
): Readable {
  const { model, view, displayed, nameField } = publicView
  const fields = [...(nameField && !displayed.has(nameField) ? [nameField] : []), ...displayed]
  const selection = publicSelection(publicView, { filters: {} }, withFields(publicView, fields))
  const filesUrl = `${publicUrl}${filesBase(model.teamId, view.publicKey)}`
  const { columns, rows } = statementOf(selection, filesUrl, {
    format: 'csv',
    fields: fields.map(({ columnName }) => columnName),
    headers: 'titles',
    language,
    texts: 'plain',
    linkBy: {},
    delimiter: ',',
  })
  const line = lineWriter(',')
  async function* lines(): AsyncGenerator<string> {
    yield byteOrderMark + line(columns.map(({ header }) => defuse(header)))
    for await (const batch of inSnapshot(pool, (client) => rowsOf(client, rows))) {
      yield batch
        .map((row) =>
          line(
            row.map((text, n) => {
              const { finish, isFree } = columns[n]!
              if (text === null || !finish) return text
              return isFree ? defuse(finish(text)) : finish(text)
            }),
          ),
        )
        .join('')
    }
  }
  return Readable.from(lines())
}

/**
 * Records in view order as `{title, fields, items, linked}`: items with their URLs, linked records with their
 * names.
 */
export function jsonStream(pool: pg.Pool, publicView: PublicViewModel, language: Language): Readable {
  const selection = publicSelection(publicView, { filters: {} })
  async function* parts(): AsyncGenerator<string> {
    const { title, fields } = await presentPublicView(pool, publicView, language)
    const linked: Record<string, unknown> = {}
    yield `{"title":${JSON.stringify(title)},"language":${JSON.stringify(language)},"fields":${JSON.stringify(fields)},"items":[`
    let isFirst = true
    for await (const [items, names] of pagesOf(pool, selection)) {
      const records = publicRecords(publicView, items, names, language)
      Object.assign(linked, records.linked)
      const text = records.items
        .map((record) => JSON.stringify({ ...record, url: urlOf(publicView, record) }))
        .join(',')
      if (text !== '') yield isFirst ? text : `,${text}`
      isFirst = false
    }
    yield `],"linked":${JSON.stringify(linked)}}`
  }
  return Readable.from(parts())
}

const pageSize = 500

async function* pagesOf(
  pool: pg.Pool,
  selection: ReturnType<typeof publicSelection>,
): AsyncGenerator<[items: string, linked: string]> {
  for (let after: Position | null = null, isFirst = true; isFirst || after; isFirst = false) {
    const [row] = await queryText(pool, pageSql(selection, { limit: pageSize }, after), false)
    yield [row?.[0] ?? '[]', row?.[1] ?? '{}']
    if (!row?.[2]) return
    const [id, ...keys] = JSON.parse(row[2]) as [number, ...(string | null)[]]
    after = { id, keys }
  }
}

/** Reads everything from one snapshot, and releases the connection even if reading fails or is aborted. */
async function* inSnapshot<Part>(
  pool: pg.Pool,
  read: (client: pg.PoolClient) => AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query('begin isolation level repeatable read read only')
    yield* read(client)
    await client.query('commit')
    isBroken = false
  } finally {
    client.release(isBroken)
  }
}
