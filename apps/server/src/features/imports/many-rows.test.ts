/** Imports of many rows. */
import { importsApi } from '@muster/contract/imports/imports.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { expect, it } from 'vitest'
import { dirtyFile, dirtyHeaders } from '../../../test/dirty-file.ts'
import { refreshRecords } from '../../engine/model/refresh-catalogue.ts'
import { ident, rows, sql, transaction } from '../../platform/db.ts'
import { tasksOf } from '../../tasks.ts'
import { pendingSql } from '../search/documents.sql.ts'
import { aCollection, admin, deps, field, files, upsert, withApp, world } from './imports.test-support.ts'

/** Rows of the dirty file; `MUSTER_IMPORT_ROWS=50000` tests the promised size. */
const dirtyRows = Number(process.env.MUSTER_IMPORT_ROWS ?? 5100)

withApp()

it(`predicts the import of a dirty file with ${dirtyRows} rows exactly, and undoes it`, async () => {
  const file = dirtyFile(dirtyRows)
  const columns = dirtyHeaders.map((columnName, index) => ({
    index,
    columnName,
    ...(columnName.startsWith('part') && { unknown: 'create' }),
  }))
  const first = await files.run(await files.upload(file.before, world.people), { columns })
  expect(first).toMatchObject({ status: 'done', rejected: 0, choicesCreated: 0 })
  const before = [await files.state(world.people), await files.state(world.parties)]
  const upload = await files.upload(file.dirty, world.people)
  const checked = await files.check(upload, { ...upsert, columns })
  const { reasons, ...counts } = file.expected
  expect(checked.check).toMatchObject(counts)
  const found: Record<string, number> = {}
  for (const { code, count } of checked.check?.reasons ?? []) found[code] = (found[code] ?? 0) + count
  expect(found).toEqual(reasons)
  const predicted = await files.rejects(checked)
  const done = await files.run(upload, { ...upsert, columns })
  expect(done).toMatchObject({ status: 'done', ...counts, rejectSamples: checked.check?.rejectSamples })
  expect(await files.rejects(done)).toBe(predicted)
  const undone = await files.undo(done)
  expect(undone.skippedCount).toBe(0)
  expect([await files.state(world.people), await files.state(world.parties)]).toEqual(before)
  await files.undo(first)
})

it('names records by the same rule, whatever else the file has', async () => {
  const contents = [
    ['Ana', 'É', 'a b c', '"say ""a"" twice"'],
    ['Zoë  Ñ'],
    ['two\tcells'],
    ['"two\nlines"'],
    [' spaces ', "'=1"],
    [`x${'é'.repeat(600)}`],
  ]
  const made: { id: number; name: string }[] = []
  for (const texts of contents) {
    const done = await files.run(await files.upload(`name\n${texts.join('\n')}`, world.places))
    expect(done).toMatchObject({ status: 'done', created: texts.length })
    const found = await rows<{ id: number; name: string }>(
      deps.pool,
      sql`select id, name from ${ident(world.team.schema, 'data_record')} order by id desc limit ${texts.length}`,
    )
    made.push(...found.reverse())
  }
  const names = made.map(({ name }) => name)
  expect(names.slice(4, 9)).toEqual(['Zoë Ñ', 'two cells', 'two lines', 'spaces', '=1'])
  expect(names[9]).toHaveLength(500)
  const refreshed = await transaction(deps.pool, async (client) => {
    const ids = made.map(({ id }) => id)
    await refreshRecords(client, await world.model(), world.places, ids)
    return rows<{ id: number; name: string }>(
      client,
      sql`select id, name from ${ident(world.team.schema, 'data_record')} where id = any(${ids}::bigint[]) order by id`,
    )
  })
  expect(refreshed).toEqual(made)
})

it('finds many imported records before and after indexing, and after an undone undo', async () => {
  const many = 5100
  const text = `name\n${Array.from({ length: many }, (_, n) => `Quokka ${n}`).join('\n')}`
  deps.added.length = 0
  const file = await files.upload(text, world.places)
  const params = { teamId: world.team.teamId, importId: file.id }
  await admin.ok(importsApi.run, { params, body: { columns: [{ index: 0, columnName: 'name' }] } as never })
  const tasks = tasksOf(deps)
  const context = { signal: new AbortController().signal, attempt: 1, isLastAttempt: true } as never
  const [job] = deps.added.splice(0)
  await tasks.run_import?.run(job?.payload as never, context)
  const found = async () =>
    (
      await admin.ok(recordsApi.query, {
        params: { teamId: world.team.teamId, dataCollectionId: world.places },
        body: { search: 'quokka', limit: 1, count: 'exact' },
      })
    ).total
  expect(await found()).toBe(many)
  // When the process stops, the job is queued again, without an error.
  const [index] = deps.added.splice(0)
  expect(index?.name).toBe('index_imported')
  const stopped = { ...(context as object), signal: AbortSignal.abort() } as never
  await tasks.index_imported?.run(index?.payload as never, stopped)
  expect(deps.added).toEqual([index])
  await deps.runJobs(tasks)
  expect(await found()).toBe(many)
  const done = await admin.ok(importsApi.get, { params })
  const undone = await files.undo(done)
  expect(undone.restored).toBe(many)
  expect(await found()).toBe(0)
  // Records in the trash do not count as pending.
  const [waiting] = await rows(deps.pool, pendingSql({ model: await world.model() }))
  expect(waiting).toEqual({ isPending: false })
  const again = await admin.ok(operationsApi.undo, {
    params: { teamId: world.team.teamId, operationId: undone.operation.id },
  })
  expect(again.restored).toBe(many)
  expect(await found()).toBe(many)
})

/** The last column without values. */
const withoutLast = (text: string) =>
  text
    .split('\n')
    .map((line, n) => (n === 0 ? line : line.replace(/,[^,]*$/, ',')))
    .join('\n')

it.each(['keep', 'clear'] as const)(
  'changes the same with values as columns and as JSON, where empty cells %s',
  async (emptyCells) => {
    const columns = dirtyHeaders.slice(0, -1).map((columnName, index) => ({ index, columnName }))
    // Links are only written from JSON, and with them all other values.
    const withLinks = [...columns, { index: columns.length, columnName: 'visited' }]
    const file = dirtyFile(600, 11)
    const first = await files.run(await files.upload(withoutLast(file.before), world.people), { columns })
    const before = await files.state(world.people)
    const results = []
    for (const mapped of [columns, withLinks]) {
      const upload = await files.upload(withoutLast(file.dirty), world.people)
      const choices = { mode: 'update', matchBy: ['email'], emptyCells, columns: mapped } as const
      const { check } = await files.check(upload, choices)
      const done = await files.run(upload, choices)
      const { updated, unchanged, rejected } = done
      expect(done).toMatchObject({ status: 'done', updated: check?.updated, unchanged: check?.unchanged })
      const events = await rows(
        deps.pool,
        sql`select record_id, type, before, after from ${ident(world.team.schema, 'log_event')}
            where operation_id = ${done.operation?.id} order by record_id`,
      )
      expect(events).toHaveLength(updated)
      results.push({ updated, unchanged, rejected, events, state: await files.state(world.people) })
      await files.undo(done)
      expect(await files.state(world.people)).toEqual(before)
    }
    expect(results[0]?.updated).toBeGreaterThan(20)
    expect(results[1]).toEqual(results[0])
    await files.undo(first)
  },
)

it('indexes only those changed records whose words change, and keeps the catalogue as large as it was', async () => {
  const many = 5100
  const people = await aCollection('Climber', [field('email', 'email_address'), field('height', 'number')])
  const columns = ['name', 'email', 'height'].map((columnName, index) => ({ index, columnName }))
  const text = (height: number, last: string) =>
    ['name,email,height']
      .concat(
        Array.from({ length: many }, (_, n) =>
          [n === many - 1 ? last : `Ana ${n}`, `ana.${n}@example.org`, height + n].join(),
        ),
      )
      .join('\n')
  await files.run(await files.upload(text(100, 'Ana'), people), { columns })
  await deps.runJobs(tasksOf(deps))
  const catalogue = async (since = '-infinity') => {
    const [found] = await rows<{ size: number; indexed: number; named: number; latest: string }>(
      deps.pool,
      sql`select pg_relation_size(${`${world.team.schema}.data_record`})::int as size, count(search)::int as indexed,
            (count(*) filter (where named_at > ${since}::timestamptz))::int as named, max(named_at)::text as latest
          from ${ident(world.team.schema, 'data_record')} where data_collection_id = ${people}`,
    )
    return found!
  }
  const before = await catalogue()
  expect(before).toMatchObject({ indexed: many, named: many })
  const choices = { mode: 'update', matchBy: ['email'], columns } as const
  const done = await files.run(await files.upload(text(101, 'Zoë'), people), choices)
  expect(done).toMatchObject({ status: 'done', updated: many, unchanged: 0 })
  const after = await catalogue(before.latest)
  expect(after).toMatchObject({ indexed: many, named: 1 })
  // Nearly every version stands beside the one that it replaces, so that no index was written.
  expect(after.size).toBeLessThan(before.size * 1.05)
  const found = await admin.ok(recordsApi.query, {
    params: { teamId: world.team.teamId, dataCollectionId: people },
    body: { search: 'zoe', limit: 10 },
  })
  expect(found.items.map(({ name }) => name)).toEqual(['Zoë'])
})

it('waits for no record that it leaves as it is', async () => {
  const first = await files.run(
    await files.upload('name,email\nCy,cy@example.org\nDi,di@example.org', world.people),
  )
  const other = await deps.pool.connect()
  try {
    await other.query('begin')
    await other.query(`select from ${world.team.schema}.data_record where name = 'Cy' for update`)
    const upload = await files.upload('name,email\nCy,cy@example.org\nDina,di@example.org', world.people)
    const done = await files.run(upload, { mode: 'update', matchBy: ['email'] })
    expect(done).toMatchObject({ status: 'done', updated: 1, unchanged: 1 })
    await files.undo(done)
  } finally {
    await other.query('rollback')
    other.release()
  }
  await files.undo(first)
})
