/**
 * The file of one person: a ZIP of `record.json` (values and memberships), `history.json`, `references.json`,
 * `bookmarks.json`, `messages.json`, and the files. Lists are streamed.
 */
import fs from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@muster/contract/errors'
import type { Language, Translations } from '@muster/contract/paging'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import yazl from 'yazl'
import { eventsIn } from '../../engine/public.sql.ts'
import { type CallerContext, homeContext, recordDetail, type TeamModel } from '../../engine/public.ts'
import { type Executor, ident, rows, sql } from '../../platform/db.ts'
import { bookmarksOf } from '../bookmarks/public.ts'
import type { WritePerson } from '../exports/public.ts'
import { cleanFileName, FileStore } from '../files/public.ts'
import { messagesOfPeople } from '../messages/public.ts'
import { actorsOf } from '../operations/public.ts'
import { filesOf, referringRecords } from './traces.sql.ts'

export const writePerson: WritePerson = async (deps, context, options, target) => {
  const { model, executor } = context
  const { recordIds: ids, dataCollectionId, language } = options
  const files = await filesWithNames(context, ids)
  const zip = new yazl.ZipFile()
  const written = pipeline(zip.outputStream, fs.createWriteStream(target.path, { mode: 0o600 }), {
    signal: target.signal,
  })
  const failed = new Promise<never>((_resolve, reject) => {
    const add = (name: string, items: AsyncIterable<unknown>) => {
      const json = Readable.from(jsonList(items))
      json.on('error', reject)
      zip.addReadStream(json, name)
    }
    zip.on('error', reject)
    add('record.json', recordsOf(deps, context, ids, language))
    add('history.json', historyOf(deps, context, dataCollectionId, ids, language))
    add('references.json', referencesOf(executor, model, dataCollectionId, ids, language))
    add('bookmarks.json', bookmarks(deps, model.teamId, ids))
    add('messages.json', messages(executor, model, ids))
    addFiles(deps, zip, model, files)
    zip.end()
  })
  await Promise.race([written, failed]).catch((error: unknown) => {
    ;(zip.outputStream as Readable).destroy()
    throw error
  })
}

async function* messages(
  executor: Executor,
  model: TeamModel,
  ids: readonly number[],
): AsyncGenerator<unknown> {
  yield* await messagesOfPeople(executor, model, ids)
}

/** A JSON list, an item a line. */
async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const item of items) {
    yield `${separator}${JSON.stringify(item)}`
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

type Context = CallerContext & { executor: Executor }
type Naming = Parameters<WritePerson>[0]

const inLanguage = (text: string, translations: Translations, language: Language) =>
  translations[language] || text

/** Names of users by their ids in the team. */
async function nameOf({ pool }: Naming, { teamId }: TeamModel, ids: readonly (number | null)[]) {
  const actorOf = await actorsOf(pool, teamId, ids)
  return (id: number | null) => actorOf(id)?.name ?? null
}

async function* recordsOf(
  deps: Naming,
  context: Context,
  ids: readonly number[],
  language: Language,
): AsyncGenerator<unknown> {
  const { model } = context
  for (const { detail, fields } of await detailsOf(context, ids)) {
    const personOf = await nameOf(deps, model, [detail.createdBy, detail.updatedBy])
    yield {
      id: detail.id,
      name: detail.name,
      createdAt: detail.createdAt,
      createdBy: personOf(detail.createdBy),
      updatedAt: detail.updatedAt,
      updatedBy: personOf(detail.updatedBy),
      deletedAt: detail.deletedAt,
      collections: detail.dataCollectionIds.map((id) => collectionName(model, id, language)),
      values: fields.map(({ title, titleTranslations, columnName, dataType }) => ({
        title: inLanguage(title, titleTranslations, language),
        field: columnName,
        type: dataType,
        value: detail.values[columnName] ?? null,
      })),
      linkedRecords: Object.entries(detail.linked).map(([id, { name }]) => ({ id: Number(id), name })),
    }
  }
}

async function detailsOf(context: Context, ids: readonly number[]) {
  const { model, executor } = context
  const found = await rows<{ id: number; home: number }>(
    executor,
    sql`select id, data_collection_id as home from ${ident(model.schema, 'data_record')}
        where id = any(${ids}::bigint[]) order by id`,
  )
  const details = []
  for (const { id, home } of found) {
    const text = await recordDetail(homeContext(context, home), id)
    const fields = model.collections.get(home)?.fields ?? []
    if (text !== null) details.push({ detail: JSON.parse(text) as RecordDetail, fields })
  }
  // Erased since it was asked for.
  if (details.length === 0) throw new AppError('not_found')
  return details
}

function collectionName(model: TeamModel, id: number, language: Language): string {
  const collection = model.collections.get(id)
  return collection
    ? inLanguage(collection.pluralName, collection.pluralNameTranslations, language)
    : String(id)
}

const historyPage = 500

interface EventRow {
  operationId: number
  recordId: number
  at: string
  type: string
  teamUserId: number | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Oldest first; values as the log keeps them, with the titles of their fields. */
async function* historyOf(
  deps: Naming,
  { model, executor }: Context,
  homeId: number,
  ids: readonly number[],
  language: Language,
): AsyncGenerator<unknown> {
  const fields = model.collections.get(homeId)?.fieldsByColumn
  const titleOf = (column: string) => {
    const field = fields?.get(column)
    return field ? inLanguage(field.title, field.titleTranslations, language) : column
  }
  for (let [operationId, recordId] = [0, 0]; ; ) {
    const page: EventRow[] = await rows<EventRow>(
      executor,
      sql`select l.operation_id as "operationId", l.record_id as "recordId", o.at, l.type,
            o.team_user_id as "teamUserId", l.before, l.after
          from ${eventsIn(model.schema)} l
            join ${ident(model.schema, 'operation')} o on o.id = l.operation_id
          where l.record_id = any(${ids}::bigint[])
            and (l.operation_id, l.record_id) > (${operationId}::bigint, ${recordId}::bigint)
          order by l.operation_id, l.record_id limit ${historyPage}`,
    )
    const personOf = await nameOf(
      deps,
      model,
      page.map(({ teamUserId }) => teamUserId),
    )
    for (const { before, after, ...event } of page) {
      const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
      yield {
        recordId: event.recordId,
        at: event.at,
        by: personOf(event.teamUserId),
        type: event.type,
        changes: columns.map((column) => ({
          title: titleOf(column),
          field: column,
          before: before?.[column] ?? null,
          after: after?.[column] ?? null,
        })),
      }
    }
    const last = page.at(-1)
    if (!last || page.length < historyPage) return
    ;({ operationId, recordId } = last)
  }
}

async function* referencesOf(
  executor: Executor,
  model: TeamModel,
  homeId: number,
  ids: readonly number[],
  language: Language,
): AsyncGenerator<unknown> {
  for (const [home, referring] of await referringRecords(executor, model, homeId, ids)) {
    const collection = collectionName(model, home, language)
    const found = await rows<{ id: number; name: string }>(
      executor,
      sql`select id, name from ${ident(model.schema, 'data_record')} where id = any(${referring}::bigint[]) order by id`,
    )
    for (const record of found) yield { collection, ...record }
  }
}

async function* bookmarks(deps: Naming, teamId: number, ids: readonly number[]): AsyncGenerator<unknown> {
  const model = await deps.models.get(teamId)
  const found = await bookmarksOf(deps.pool, teamId, ids)
  const personOf = await nameOf(
    deps,
    model,
    found.map(({ teamUserId }) => teamUserId),
  )
  for (const { teamUserId, recordId, memo, bookmarkedAt } of found) {
    yield { recordId, by: personOf(teamUserId), memo, at: bookmarkedAt }
  }
}

interface NamedFile {
  name: string
  sha256: string
}

async function filesWithNames({ model, executor }: Context, ids: readonly number[]): Promise<NamedFile[]> {
  const files = await filesOf(executor, model, ids)
  return rows<NamedFile>(
    executor,
    sql`select name, sha256 from ${ident(model.schema, 'file')}
        where id = any(${files}::uuid[]) order by created_at, id`,
  )
}

/** Each file is opened when it is its turn. */
function addFiles(
  { config }: Naming,
  zip: yazl.ZipFile,
  model: TeamModel,
  files: readonly NamedFile[],
): void {
  const store = new FileStore(config)
  for (const [n, { name, sha256 }] of files.entries()) {
    const path = `files/${n + 1} ${cleanFileName(name).replaceAll(/[/\\]/g, '-')}`
    zip.addReadStreamLazy(path, (done) => {
      store.open(model.teamId, sha256).then(
        (stream) => done(null, stream),
        (error: unknown) => done(error, Readable.from([])),
      )
    })
  }
}
