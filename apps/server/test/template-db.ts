/** A database of its own for each test file: a clone of a migrated template, made in some hundredths of a second. */
import crypto from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrateJobs } from '../src/platform/jobs.ts'
import { migrateMuster, migrationsHash } from '../src/platform/migrate.ts'
import type { TestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Administrator's connection to the server that tests run on. */
    testServerUrl: string
    /** The migrated database that `testDatabase` clones. */
    testTemplate: string
  }
}

export interface TestDatabase {
  url: string
  /** Ends all connections and removes the database. Optional: what is left is removed by the next run. */
  drop(): Promise<void>
}

/** A database with the schema `muster` and the job queue migrated, and no rows. Call it in `beforeAll` and `drop` in `afterAll`. */
export function testDatabase(): Promise<TestDatabase> {
  return createDatabase(`template ${pg.escapeIdentifier(inject('testTemplate'))} strategy file_copy`)
}

/** A database with nothing in it, for tests of migration itself. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('')
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const server = inject('testServerUrl')
  const name = `muster_test_${process.pid}_${crypto.randomBytes(4).toString('hex')}`
  await administer(server, (client) => client.query(`create database ${name} ${options}`))
  return {
    url: withDatabase(server, name),
    drop: () =>
      administer(server, async (client) => {
        await connectionsClosed(client, name)
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/**
 * Waits for connections that are being closed: one that is cut off instead throws where nobody listens.
 * Those that nobody closes are cut off in the end.
 */
async function connectionsClosed(client: pg.Client, database: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [database])
    if (!rowCount) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Makes the template unless the one of the present migrations is there. Called once per run. */
export async function ensureTemplate({ url, isOurs }: TestServer): Promise<string> {
  const name = `muster_template_${migrationsHash()}`
  await administer(url, async (client) => {
    if (isOurs) await dropLeftOvers(client, name)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const unfinished = `${name}_${process.pid}`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished}`)
    await migrate(withDatabase(url, unfinished))
    await connectionsClosed(client, unfinished)
    try {
      await client.query(`alter database ${unfinished} rename to ${name}`)
    } catch (error) {
      // Another run on the same external server has finished the same template.
      if ((error as pg.DatabaseError).code !== '42P04') throw error
      await client.query(`drop database ${unfinished} with (force)`)
    }
  })
  return name
}

async function migrate(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  try {
    await migrateMuster(pool)
    await migrateJobs(pool)
  } finally {
    await pool.end()
  }
}

/** Databases of runs that were cut short, and templates of migrations that are no more. */
async function dropLeftOvers(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname ~ '^muster_(test|template)_' and datname <> $1`,
    [template],
  )
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
}

async function administer<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
