/** A separate database for each test file: a clone of a migrated template, made in milliseconds. */
import crypto from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrateJobs } from '../src/platform/jobs.ts'
import { migrateMuster, migrationsHash } from '../src/platform/migrate.ts'
import type { TestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection URL of the test server, for a user who may create databases. */
    testServerUrl: string
    /** The migrated database that `testDatabase` clones. */
    testTemplate: string
  }
}

export interface TestDatabase {
  url: string
  /**
   * Closes all connections and drops the database. Optional: the next run drops databases that are left over.
   */
  drop(): Promise<void>
}

/** A migrated database (`muster` and job queue) without rows. Call `drop` in `afterAll`. */
export function testDatabase(): Promise<TestDatabase> {
  return createDatabase(`template ${pg.escapeIdentifier(inject('testTemplate'))} strategy file_copy`)
}

/** An empty database, for tests of migrations. */
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
        await waitForConnectionsToClose(client, name)
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/**
 * Waits until connections are closed, because terminating one that is being closed causes an unhandled error.
 * After some seconds it gives up, and the caller terminates the remaining ones.
 */
async function waitForConnectionsToClose(client: pg.Client, database: string): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [database])
    if (!rowCount) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Creates the template for the current migrations unless it exists. Call it once per run. */
export async function ensureTemplate({ url, isExclusive }: TestServer): Promise<string> {
  const name = `muster_template_${migrationsHash()}`
  await administer(url, async (client) => {
    if (isExclusive) await dropLeftOvers(client, name)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const unfinished = `${name}_${process.pid}`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished}`)
    await migrate(withDatabase(url, unfinished))
    await waitForConnectionsToClose(client, unfinished)
    try {
      await client.query(`alter database ${unfinished} rename to ${name}`)
    } catch (error) {
      // Another run on the same external server has created the same template.
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

/** Drops databases of interrupted runs and templates of other versions of the migrations. */
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
