import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../test/template-db.ts'
import { createPool, transaction } from './db.ts'

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
