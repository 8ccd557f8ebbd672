import pg from 'pg'
import { expect, test } from 'vitest'
import { applyTeamMigrations } from '../src/platform/migrate.ts'
import { dumpExtensions, dumpSchema } from './schema-dump.ts'
import { testDatabase } from './template-db.ts'

/** The version of the embedded server, which writes the dump; others format some definitions differently. */
const dumpVersion = 18

test('db/schema.sql equals the result of the migrations (npm run db:dump writes it)', async (context) => {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    if (rows[0]!.version !== dumpVersion) return context.skip()
    await applyTeamMigrations(client, 1)
    const dump = [
      '-- Written by npm run db:dump from the migrations; not run by anything.\n',
      await dumpExtensions(client),
      await dumpSchema(client, 'muster'),
      await dumpSchema(client, 'team_1', 'team_N'),
    ].join('\n')
    await expect(dump).toMatchFileSnapshot('../db/schema.sql')
  } finally {
    await client.end()
    await database.drop()
  }
})

test('the dump shows every kind of change', async () => {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('create schema probe; create table probe.t (id int)')
    const changes = [
      'alter table probe.t add name text',
      'alter table probe.t alter name set not null',
      `alter table probe.t alter name set default 'x'`,
      'alter table probe.t alter id type bigint',
      'alter table probe.t add constraint positive check (id > 0)',
      'alter table probe.t add primary key (id)',
      'create index t_name on probe.t (name) where id > 5',
      'create unique index t_unique on probe.t (lower(name))',
      `create type probe.mood as enum ('good', 'bad')`,
      'create view probe.v as select id from probe.t',
      'create function probe.f(a int) returns int language sql immutable as $$ select a + 1 $$',
      'create or replace function probe.f(a int) returns int language sql immutable as $$ select a + 2 $$',
      'alter table probe.t add double int generated always as (id * 2) stored',
      'alter table probe.t add n int generated always as identity',
      'alter table probe.t set (fillfactor = 80)',
      `comment on column probe.t.name is 'a name'`,
      'alter table probe.t add c text collate "und-x-icu"',
      'alter table probe.t drop column double',
    ]
    let before = await dumpSchema(client, 'probe')
    for (const change of changes) {
      await client.query(change)
      const after = await dumpSchema(client, 'probe')
      expect(after, change).not.toBe(before)
      before = after
    }
  } finally {
    await client.end()
    await database.drop()
  }
})
