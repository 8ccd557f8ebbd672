/** Provides one PostgreSQL server and one migrated template for all tests of the server. */
import type { TestProject } from 'vitest/node'
import { slowDatabase } from './slow-database.ts'
import { ensureTemplate } from './template-db.ts'
import { startTestServer } from './test-server.ts'

/**
 * Maximum delay of messages to and from the database: see docs/recipes/find-a-test-that-fails-by-chance.md.
 */
const maxDelayMs = Number(process.env.MUSTER_TEST_SLOW_DATABASE ?? 0)

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  try {
    project.provide('testTemplate', await ensureTemplate(server))
    const slow = maxDelayMs > 0 ? await slowDatabase(server.url, maxDelayMs) : undefined
    project.provide('testServerUrl', slow?.url ?? server.url)
    return async () => {
      slow?.stop()
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}
