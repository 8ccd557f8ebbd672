/**
 * Stores the pictures at the web addresses of a field as files, in the background. Each batch is fetched first and then
 * written in a transaction that also stores the progress, so that another process can continue; together they are one
 * operation. Records whose target has a value are left out, so that a repeated run fetches only what is missing.
 */
import fs from 'node:fs'
import { AppError } from '@muster/contract/errors'
import { type FetchPictures, fetchPicturesBody } from '@muster/contract/files/files.api'
import { pictureSources, pictureTargets } from '@muster/contract/files/pictures'
import type { OperationRef, OperationRun, RejectedValue } from '@muster/contract/operations/operations.schema'
import { fileTypeFromFile } from 'file-type'
import { z } from 'zod'
import { all, rowsToSql, storageOf, targetSql } from '../../../engine/public.sql.ts'
import {
  beginOperationRun,
  type Deps,
  type FieldModel,
  insertOperation,
  invalid,
  lockRecords,
  lockRun,
  type OfOperation,
  operationRun,
  type PoolContext,
  performRun,
  prepareChanges,
  scopeOf,
  treeContext,
  updateRecords,
} from '../../../engine/public.ts'
import { ident, one, rows, run, type Sql, sql, type Transaction, transaction } from '../../../platform/db.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import { defineTask, type JobContext } from '../../../platform/jobs.ts'
import { callerOf } from '../../auth/public.ts'
import { FileStore, type Received } from '../file-store.ts'
import { FilesService } from '../files.service.ts'
import { thumbnailerOf } from '../thumbnails/thumbnailer.ts'
import { NoPicture } from './fetch-picture.ts'
import { receivePicture, requirePicture, takeTurn } from './web-pictures.service.ts'

/** Records per batch: what is fetched again when a process dies. */
const batchSize = 24
/** Reasons that are kept. */
const maxKeptRejected = 200

interface FetchRun extends OperationRun {
  /** The last record that was processed. */
  lastId?: number
}

/** What is fetched, for a caller who may read the addresses and change the target. */
interface Fetching {
  context: PoolContext
  from: FieldModel
  into: FieldModel
  /** A relation with `id`: records that have an address, and no picture yet. */
  ids: Sql
}

/** @throws AppError validation_failed, filter_invalid */
function fetchingOf(context: PoolContext, { from, into, target }: FetchPictures): Fetching {
  const { access } = context
  const scope = scopeOf(context)
  const [source, goal] = [access.fields.get(from), access.fields.get(into)]
  if (!source || source.read === 'none') throw invalid('from', 'unknown_field')
  if (!pictureSources.includes(source.field.dataType)) throw invalid('from', 'wrong_type')
  if (!goal || goal.read === 'none') throw invalid('into', 'unknown_field')
  if (!pictureTargets.includes(goal.field.dataType)) throw invalid('into', 'wrong_type')
  if (goal.update === 'none') throw invalid('into', 'read_only')
  const only = all([
    rowsToSql(source.read, scope),
    rowsToSql(goal.read, scope),
    rowsToSql(goal.update, scope),
    sql`coalesce(${ident(scope.alias, from)} ~* '^https?:', false)`,
    storageOf(goal.field).isEmpty(goal.field, scope),
  ])
  return { context, from: source.field, into: goal.field, ids: targetSql(scope, target, false, only) }
}

/** @throws AppError not_found, validation_failed, filter_invalid */
export async function beginFetch(
  deps: Deps,
  teamUser: TeamUser,
  dataCollectionId: number,
  body: FetchPictures,
): Promise<{ operation: OperationRef | null }> {
  const { teamId, teamUserId } = teamUser
  const model = await deps.models.get(teamId)
  const context = treeContext({ model, caller: teamUser, executor: deps.pool }, dataCollectionId)
  const { ids } = fetchingOf(context, body)
  const counted = await one<{ total: number }>(deps.pool, sql`select count(*)::int as total from (${ids}) i`)
  const total = counted?.total ?? 0
  if (total === 0) return { operation: null }
  const kind = 'update_records'
  return transaction(deps.pool, async (client) => {
    const id = await insertOperation({ ...context, executor: client }, kind)
    await beginOperationRun(client, model.schema, id, total)
    const payload = { teamId, operationId: id, dataCollectionId, teamUserId, body }
    await deps.jobs.add('fetch_pictures', payload, { client })
    return { operation: { id, kind, recordCount: 0 } }
  })
}

const payload = z.object({
  teamId: z.number(),
  operationId: z.number(),
  dataCollectionId: z.number(),
  teamUserId: z.number(),
  body: fetchPicturesBody,
})

export function fetchPicturesTask(deps: Deps) {
  return defineTask({
    schema: payload,
    maxAttempts: 5,
    async run({ teamId, operationId, dataCollectionId, teamUserId, body }, context: JobContext) {
      const model = await deps.models.get(teamId)
      const ofOperation = operationRun(model.schema, operationId)
      await performRun({ pool: deps.pool, run: ofOperation, context, isTemporary }, async () => {
        const caller = await callerOf(deps.pool, teamId, teamUserId)
        if (!caller) throw new AppError('access_denied')
        const tree = treeContext({ model, caller, executor: deps.pool }, dataCollectionId)
        const fetching = fetchingOf(tree, body)
        for (;;) {
          context.signal.throwIfAborted()
          const isOver = await fetchBatch(deps, fetching, ofOperation, teamUserId, context.signal)
          deps.live.recordsChanged(teamId, tree.access.home.id, 'all')
          if (isOver) return
        }
      })
    },
  })
}

/** Too many wait for the same site. */
const isTemporary = ({ code }: AppError) => code === 'busy'

interface Fetched {
  id: number
  file?: string
  /** Why there is none. */
  code?: string
}

/** @returns whether there is nothing more to do, or the run was cancelled */
async function fetchBatch(
  deps: Deps,
  { context, from, into, ids }: Fetching,
  operation: OfOperation,
  teamUserId: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { model } = context
  const scope = scopeOf(context)
  const known = await one<{ run: FetchRun }>(
    deps.pool,
    sql`select details -> 'run' as run from ${ident(model.schema, 'operation')} where ${operation.accepts('progress')}`,
  )
  if (!known) return true
  const wanted = await rows<{ id: number; address: string }>(
    deps.pool,
    sql`select ${ident(scope.alias, 'record_id')} as id, ${ident(scope.alias, from.columnName)} as address
        from ${ident(scope.schema, scope.access.home.tableName)} ${ident(scope.alias)}
        where ${ident(scope.alias, 'record_id')} in (${idsAlone(ids)})
          and ${ident(scope.alias, 'record_id')} > ${known.run.lastId ?? 0}::bigint
        order by 1 limit ${batchSize}`,
  )
  const fetched = await Promise.all(
    wanted.map(({ id, address }) => fetchOne(deps, context, into, teamUserId, { id, address }, signal)),
  )
  return transaction(deps.pool, async (client) => {
    const now = await lockRun<FetchRun>(client, model.schema, operation)
    if (!now) return true
    const { count, rejected } = await write(client, context, into, operation.id, fetched)
    const isFull = rejected.some(({ code }) => code === 'storage_quota')
    const isLast = wanted.length < batchSize || isFull
    const seen = now.seen + wanted.length
    await operation.apply(client, isLast ? 'finish' : 'progress', {
      seen,
      total: isLast ? seen : Math.max(now.total, seen),
      lastId: wanted.at(-1)?.id ?? now.lastId ?? 0,
      rejectedCount: (now.rejectedCount ?? 0) + rejected.length,
      rejected: [...(now.rejected ?? []), ...rejected].slice(0, maxKeptRejected),
    })
    await run(
      client,
      sql`update ${ident(model.schema, 'operation')} set record_count = record_count + ${count}
          where id = ${operation.id}`,
    )
    return isLast
  })
}

const idsAlone = (ids: Sql) => sql`select i.id from (${ids}) i`

async function fetchOne(
  deps: Deps,
  { model }: PoolContext,
  into: FieldModel,
  teamUserId: number,
  { id, address }: { id: number; address: string },
  signal: AbortSignal,
): Promise<Fetched> {
  const files = new FilesService(deps)
  const store = new FileStore(deps.config)
  const { teamId } = model
  try {
    return await takeTurn(teamId, AbortSignal.any([signal]), async () => {
      const picture = await receivePicture(deps.config, address, files.maxBytesOf(into))
      try {
        await requirePicture(thumbnailerOf(deps.config), picture)
        const name = await nameOf(address, picture)
        const uploader = { teamId, teamUserId }
        const file = await files.uploadFor(uploader, name, fs.createReadStream(picture.path), into)
        return { id, file: file.id }
      } finally {
        await store.discard(picture)
      }
    })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NoPicture) return { id, code: `picture_${error.problem}` }
    // What the field or the team does not take.
    if (error instanceof AppError && lasting.has(error.code))
      return { id, code: error.errors[0]?.code ?? error.code }
    throw error
  }
}

const lasting: ReadonlySet<string> = new Set(['validation_failed', 'storage_quota'])

/** The last part of the address, with an ending that fits the bytes. */
async function nameOf(address: string, { path }: Received): Promise<string> {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  const ending = (await fileTypeFromFile(path))?.ext ?? 'png'
  const name = decoded(last).replace(/\.[a-z0-9]{1,5}$/i, '') || 'picture'
  return `${name}.${ending}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Writes the files where the target is still empty, and leaves out those that are refused. */
async function write(
  client: Transaction,
  context: PoolContext,
  into: FieldModel,
  operationId: number,
  fetched: readonly Fetched[],
): Promise<{ count: number; rejected: RejectedValue[] }> {
  const inside = { ...context, executor: client }
  const rejected: RejectedValue[] = []
  const reject = (id: number, code: string) =>
    rejected.push({ path: `target.${id}.${into.columnName}`, code })
  for (const { id, code } of fetched) if (code) reject(id, code)
  const ids = fetched.flatMap(({ id, file }) => (file ? id : []))
  if (ids.length === 0) return { count: 0, rejected }
  await lockRecords(client, context.model, ids)
  const scope = scopeOf(context)
  const empty = await rows<{ id: number }>(
    client,
    sql`select ${ident(scope.alias, 'record_id')} as id
        from ${ident(scope.schema, scope.access.home.tableName)} ${ident(scope.alias)}
        where ${ident(scope.alias, 'record_id')} = any(${ids}::bigint[])
          and ${storageOf(into).isEmpty(into, scope)}`,
  )
  const isEmpty = new Set(empty.map(({ id }) => id))
  let wanted = fetched.filter(({ id, file }) => file && isEmpty.has(id))
  const isMulti = into.type.storage === 'files'
  await run(client, sql`savepoint pictures`)
  for (;;) {
    const values = wanted.map(({ id, file }) => ({
      id,
      values: { [into.columnName]: isMulti ? [file] : file },
    }))
    const { items, bad: invalidOnes } = await prepareChanges(inside, values)
    const done = invalidOnes.length > 0 ? null : await updateRecords(inside, items, operationId)
    const bad = done ? done.bad : invalidOnes
    if (done && bad.length === 0) return { count: done.count, rejected }
    await run(client, sql`rollback to savepoint pictures`)
    const refused = new Set(bad.map(({ item }) => item))
    for (const { item, code } of bad) reject(wanted[item]!.id, code)
    wanted = wanted.filter((_one, n) => !refused.has(n))
  }
}
