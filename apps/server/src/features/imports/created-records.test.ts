/** The history of a large import, which has ranges of ids instead of an event for each record that it created. */

import { collectionsApi } from '@muster/contract/collections/collections.api'
import { importsApi } from '@muster/contract/imports/imports.api'
import { webhooksApi } from '@muster/contract/integrations/webhooks.api'
import { membershipApi } from '@muster/contract/membership/membership.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { personalDataApi } from '@muster/contract/personalData/personalData.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { expect, it } from 'vitest'
import { importer } from '../../../test/importing.ts'
import { admin, deps, inAnApp, withNewWorlds, world } from '../../../test/in-a-world.ts'
import { eventsIn, insertCreatedRanges, rangesOf } from '../../engine/public.sql.ts'
import { ident, rows, run, sql } from '../../platform/db.ts'
import { undoRegistry } from '../../undo.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { membershipRoutes } from '../membership/membership.routes.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { personalDataRoutes } from '../personalData/personalData.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { collect } from '../webhooks/collect.ts'
import { webhooksRoutes } from '../webhooks/webhooks.routes.ts'
import { importsRoutes } from './imports.routes.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
  bindTo(importsApi, importsRoutes(deps))
  bindTo(membershipApi, membershipRoutes(deps))
  bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
  bindTo(personalDataApi, personalDataRoutes(deps))
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(webhooksApi, webhooksRoutes(deps))
})
withNewWorlds()

/** More than are logged as rows. */
const many = 5100
const params = (more: object = {}) => ({ teamId: world.team.teamId, ...more }) as never
const table = (name: string) => ident(world.team.schema, name)
const files = () => importer(deps, admin, world.team.teamId)

/** Imports people, some of whom exist, some of whom are rejected; then some are changed, deleted and purged. */
async function anImport(dataCollectionId: number) {
  const emails = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `Person ${from + n},p${from + n}@example.org`)
  const upload = (lines: string[], collection: number) =>
    files().upload(['name,email', ...lines].join('\n'), collection)
  const first = await files().run(await upload(emails(0, 30), world.people))
  expect(first).toMatchObject({ created: 30 })
  const lines = emails(10, many)
  lines[2000] = 'Nobody,not an address'
  const choices = { mode: 'createAndUpdate', matchBy: ['email'] } as const
  const done = await files().run(await upload(lines, dataCollectionId), choices)
  expect(done).toMatchObject({ status: 'done', created: many - 31, rejected: 1 })
  const created = await rows<{ id: number }>(
    deps.pool,
    sql`select id from ${table('data_record')} where name like 'Person %' order by id desc limit ${many - 31}`,
  )
  return { done, created: created.map(({ id }) => id).reverse() }
}

/** Writes the events of ranges as rows. */
async function asRows(): Promise<number> {
  const written = await run(
    deps.pool,
    sql`insert into ${table('log_event')} select e.* from ${eventsIn(world.team.schema)} e
        where exists (select from ${table('log_created')} c where c.operation_id = e.operation_id)
        on conflict do nothing`,
  )
  await run(deps.pool, sql`delete from ${table('log_created')}`)
  return written
}

/** All pages of recent changes. */
async function recentChanges(limit: number, type?: 'created'): Promise<unknown[]> {
  const items: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { limit, ...(cursor ? { cursor } : {}), ...(type ? { type } : {}) }
    const page: { items: unknown[]; nextCursor: string | null } = await admin.ok(
      operationsApi.recentChanges,
      { params: params(), query },
    )
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

/** Everything that people and webhooks are told of the history of some records. */
async function told(ids: readonly number[], webhookId: number) {
  await run(deps.pool, sql`delete from ${table('webhook_delivery')}`)
  await run(deps.pool, sql`update muster.webhook set cursor = '1:1:' where id = ${webhookId}`)
  await collect(deps, world.team.teamId)
  deps.added.length = 0
  const of = async (dataRecordId: number) => {
    const record = params({ dataRecordId })
    return [
      await admin.ok(recordsApi.logEvents, { params: record, query: { limit: 50 } }),
      await admin.ok(recordsApi.logEvents, { params: record, query: { limit: 1 } }),
      await admin.ok(personalDataApi.summary, { params: record }),
      await admin.ok(membershipApi.explain, { params: record, body: { dataCollectionId: world.staff } }),
    ]
  }
  return {
    records: await Promise.all(ids.map(of)),
    changes: await recentChanges(200),
    created: await recentChanges(170, 'created'),
    deliveries: await rows(
      deps.pool,
      sql`select operation_id, kind, record_ids from ${table('webhook_delivery')}
          order by operation_id, kind, record_ids`,
    ),
  }
}

it('tells the same as an event for each record', async () => {
  await admin.ok(collectionsApi.update, {
    params: params({ dataCollectionId: world.people }),
    body: { representsPeople: true },
  })
  const { webhook } = await admin.ok(webhooksApi.createWebhook, {
    params: params(),
    body: {
      url: 'http://127.0.0.1:1/',
      kinds: ['record.created', 'record.updated', 'record.deleted'],
      dataCollectionId: world.people,
      withValues: false,
    },
  })
  const { done, created } = await anImport(world.staff)
  const [changed, trashed, purged] = [created.slice(3, 9), created.slice(20, 24), created.slice(40, 42)]
  const inPeople = params({ dataCollectionId: world.people })
  const bulk = (body: object) => admin.ok(recordsApi.bulk, { params: inPeople, body: body as never })
  await bulk({ set: { name: 'Somebody else' }, target: { ids: changed } })
  await bulk({ delete: { ids: [...trashed, ...purged] } })
  for (const name of ['log_event', 'data_record'])
    await run(
      deps.pool,
      sql`delete from ${table(name)} where ${ident(name === 'data_record' ? 'id' : 'record_id')} = any(${purged}::bigint[])`,
    )
  const some = [created[0]!, changed[0]!, changed[5]!, created.at(-1)!]
  const ranges = await rows(deps.pool, sql`select from ${table('log_created')}`)
  expect(ranges).toHaveLength(1)
  const before = await told(some, webhook.id)
  expect(await asRows()).toBe(created.length - purged.length)
  const after = await told(some, webhook.id)
  expect(before.changes.length).toBeGreaterThan(many)
  expect(before.created.length).toBeGreaterThan(many - 100)
  expect(before.deliveries.length).toBeGreaterThan(3)
  expect(before).toEqual(after)
  expect(before.records[0]?.[0]).toMatchObject({ items: [{ type: 'created', kind: 'import' }] })
  expect(done.operation?.recordCount).toBe(done.created + 20)
})

it.each(['ranges', 'rows'])('undoes an import with %s, and the undo', async (form) => {
  const { done, created } = await anImport(world.staff)
  await admin.ok(recordsApi.update, {
    params: params({ dataRecordId: created[7] }),
    body: { values: { name: 'Changed since' } },
  })
  if (form === 'rows') await asRows()
  const undone = await files().undo(done)
  expect(undone).toMatchObject({ restored: done.created + 20, skippedCount: 0 })
  expect(await files().state(world.staff)).toEqual([])
  const again = await admin.ok(operationsApi.undo, { params: params({ operationId: undone.operation.id }) })
  expect(again).toMatchObject({ restored: done.created + 20, skippedCount: 0 })
  expect(await files().state(world.staff)).toHaveLength(done.created + 20)
})

it('has ranges around the ids that others took meanwhile', async () => {
  const { schema } = world.team
  await deps.pool.query(`alter sequence ${schema}.record_id increment by 2`)
  const { done } = await anImport(world.people)
  await deps.pool.query(`alter sequence ${schema}.record_id increment by 1`)
  await run(
    deps.pool,
    sql`insert into ${table('data_record')} (id, data_collection_id, name)
        select max(first_id) - 1, ${world.people}, 'Ana' from ${table('log_created')}`,
  )
  const [events] = await rows<{ count: number }>(
    deps.pool,
    sql`select count(*)::int as count from ${eventsIn(schema)} e
        where operation_id = ${done.operation?.id} and type = 'created'`,
  )
  expect(events).toEqual({ count: done.created })
})

it('has none of the records that others created meanwhile', async () => {
  const { schema } = world.team
  const id = async () => {
    const [next] = await rows<{ id: number }>(deps.pool, sql`select nextval(${`${schema}.record_id`}) as id`)
    return next!.id
  }
  const taken = [await id(), await id(), await id()]
  const other = await id()
  taken.push(await id())
  for (const record of [...taken, other])
    await run(
      deps.pool,
      sql`insert into ${table('data_record')} (id, data_collection_id, name) values (${record}, ${world.people}, 'Ana')`,
    )
  // The second was rejected.
  const ranges = rangesOf(sql`(select unnest(${taken}::bigint[]) as id)`)
  await run(deps.pool, sql`delete from ${table('data_record')} where id = ${taken[1]}`)
  await run(deps.pool, insertCreatedRanges(schema, 777, ranges))
  const events = await rows<{ id: number }>(
    deps.pool,
    sql`select record_id as id from ${eventsIn(schema)} e where operation_id = 777 order by 1`,
  )
  expect(events.map((event) => event.id)).toEqual([taken[0], taken[2], taken[3]])
})
