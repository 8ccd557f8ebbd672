import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../test/template-db.ts'
import { createPool, queryBytes, queryText, transaction, withReadTimeout } from './db.ts'

let database: TestDatabase
let pool: pg.Pool

beforeEach(async () => {
  database = await emptyDatabase()
  pool = createPool(database.url)
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

test('a connection that is lost between two statements fails only its transaction', async () => {
  const killer = new pg.Client({ connectionString: database.url })
  await killer.connect()
  const lost = transaction(pool, async (client) => {
    const ended = new Promise((resolve) => (client as pg.PoolClient).once('end', () => resolve(undefined)))
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await killer.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    await ended
    await client.query('select 1')
  })
  await expect(lost).rejects.toThrow('not queryable')
  await killer.end()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('bytes are those of the text, whatever their length, beside queries that read text', async () => {
  const one = createPool(database.url, { max: 1 })
  const text = 'Zoë Ñuñez 名前 😀 '.repeat(20_000)
  const statement = { text: 'select $1::text, null, $2::text', values: [text, 'é'] }
  for (let round = 0; round < 8; round++) {
    const [row] = await queryBytes(one, statement, true)
    expect(row?.map((value) => value?.toString() ?? null)).toEqual([text, null, 'é'])
    expect(await queryText(one, statement, true)).toEqual([[text, null, 'é']])
  }
  await one.end()
})

test('a query for bytes that fails, or is cancelled, leaves its connection to the next', async () => {
  const one = createPool(database.url, { max: 1 })
  const failing = queryBytes(one, { text: 'select 1 / $1::int', values: [0] }, false)
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await queryText(one, { text: 'select $1::text', values: ['é'] }, false)).toEqual([['é']])
  const slow = withReadTimeout(20, () =>
    queryBytes(one, { text: 'select pg_sleep($1)', values: [30] }, false),
  )
  await expect(slow).rejects.toMatchObject({ code: '57014' })
  expect(await queryText(one, { text: 'select $1::text', values: ['é'] }, false)).toEqual([['é']])
  await one.end()
})
