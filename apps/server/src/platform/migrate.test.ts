import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../test/template-db.ts'
import { migrateAllTeams, migrateMuster, migrateTeam, migrationsHash, readMigrations } from './migrate.ts'

let database: TestDatabase
let pool: pg.Pool
let folder: string

beforeEach(async () => {
  database = await emptyDatabase()
  pool = new pg.Pool({ connectionString: database.url })
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-migrations-'))
  write(
    'muster/0001_team.sql',
    'create table muster.team (id bigint primary key, schema_version int not null default 0);',
  )
  write('team/0001_record.sql', 'create table :schema.record (id int primary key);')
})

afterEach(async () => {
  await pool.end()
  await database.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

function write(name: string, sql: string): void {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  fs.writeFileSync(path.join(folder, name), sql)
}

const rows = async (sql: string) => (await pool.query(sql)).rows

/** Creates a team and its schema in one transaction, like the service that creates teams. */
async function createTeam(id: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('insert into muster.team (id) values ($1)', [id])
    await migrateTeam(client, id, folder)
    await client.query('commit')
  } finally {
    client.release()
  }
}

test('files are applied once, in order, and recorded', async () => {
  write('muster/0002_more.sql', 'create table muster.more (n int); insert into muster.more values (1);')
  await migrateMuster(pool, folder)
  await migrateMuster(pool, folder)
  expect(await rows('select number, name from muster.migration order by number')).toEqual([
    { number: 1, name: '0001_team.sql' },
    { number: 2, name: '0002_more.sql' },
  ])
  expect(await rows('select n from muster.more')).toEqual([{ n: 1 }])
})

test('simultaneous starts apply each file once', async () => {
  write('muster/0002_slow.sql', 'create table muster.slow (n int); select pg_sleep(0.2);')
  await Promise.all([migrateMuster(pool, folder), migrateMuster(pool, folder), migrateMuster(pool, folder)])
  expect(await rows('select count(*)::int as n from muster.migration')).toEqual([{ n: 2 }])
})

test('a failing file changes nothing, and the error names file and line', async () => {
  write(
    'muster/0002_bad.sql',
    'create table muster.half (n int);\ncreate table muster.half (n int);\nselekt;',
  )
  await expect(migrateMuster(pool, folder)).rejects.toThrow('Migration muster/0002_bad.sql failed (line 3)')
  expect(await rows('select number from muster.migration')).toEqual([{ number: 1 }])
  expect(await rows("select to_regclass('muster.half') as half")).toEqual([{ half: null }])
  write('muster/0002_bad.sql', 'create table muster.half (n int);')
  await migrateMuster(pool, folder)
  expect(await rows('select number from muster.migration')).toHaveLength(2)
})

test('an applied file that was changed prevents the start', async () => {
  await migrateMuster(pool, folder)
  write('muster/0001_team.sql', 'create table muster.team (id int);')
  await expect(migrateMuster(pool, folder)).rejects.toThrow(/0001_team\.sql was changed after it was applied/)
})

test('a database that is newer than the program prevents the start', async () => {
  await migrateMuster(pool, folder)
  await createTeam(1)
  fs.rmSync(path.join(folder, 'team/0001_record.sql'))
  await expect(migrateAllTeams(pool, folder)).rejects.toThrow('team 1 is newer than this program')
  fs.rmSync(path.join(folder, 'muster/0001_team.sql'))
  await expect(migrateMuster(pool, folder)).rejects.toThrow('it has the migration 0001_team.sql')
})

test('a missing number or an invalid name is rejected', () => {
  write('muster/0003_gap.sql', '')
  expect(() => readMigrations('muster', folder)).toThrow('expected a name that begins with 0002_')
  fs.renameSync(path.join(folder, 'muster/0003_gap.sql'), path.join(folder, 'muster/2_gap.sql'))
  expect(() => readMigrations('muster', folder)).toThrow('2_gap.sql')
})

test('a new team gets its own schema, and a cast is not taken for :schema', async () => {
  write('team/0002_cast.sql', "create view :schema.v as select id, 'x'::text as t from :schema.record;")
  await migrateMuster(pool, folder)
  await createTeam(7)
  await createTeam(8)
  await pool.query('insert into team_7.record values (1)')
  expect(await rows('select id, t from team_7.v')).toEqual([{ id: 1, t: 'x' }])
  expect(await rows('select id from team_8.record')).toEqual([])
  expect(await rows('select schema_version from muster.team')).toEqual([
    { schema_version: 2 },
    { schema_version: 2 },
  ])
})

test('every outdated team is migrated once', async () => {
  await migrateMuster(pool, folder)
  await createTeam(1)
  await createTeam(2)
  write('team/0002_name.sql', 'alter table :schema.record add name text;')
  expect(await Promise.all([migrateAllTeams(pool, folder), migrateAllTeams(pool, folder)])).toContain(2)
  expect(await migrateAllTeams(pool, folder)).toBe(0)
  await pool.query("insert into team_1.record values (1, 'a'); insert into team_2.record values (1, 'b')")
})

test('a team that cannot be migrated keeps its version and its schema', async () => {
  await migrateMuster(pool, folder)
  await createTeam(1)
  write(
    'team/0002_bad.sql',
    'alter table :schema.record add name text; alter table :schema.nowhere add x int;',
  )
  await expect(migrateAllTeams(pool, folder)).rejects.toThrow('team/0002_bad.sql for team 1')
  expect(await rows('select schema_version from muster.team')).toEqual([{ schema_version: 1 }])
  expect(
    await rows(
      "select 1 from information_schema.columns where table_schema = 'team_1' and column_name = 'name'",
    ),
  ).toEqual([])
})

test('the hash for the template database depends on every file', () => {
  const before = migrationsHash(folder)
  write('team/0001_record.sql', 'create table :schema.record (id bigint primary key);')
  expect(migrationsHash(folder)).not.toBe(before)
})

test('the migrations of this repository apply to an empty database', async () => {
  await migrateMuster(pool)
  expect(await migrateAllTeams(pool)).toBe(0)
})
