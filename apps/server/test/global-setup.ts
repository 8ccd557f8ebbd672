/** Runs once before the server's tests: one PostgreSQL server and one migrated template for all of them. */
import type { TestProject } from 'vitest/node'
import { slowDatabase } from './slow-database.ts'
import { ensureTemplate } from './template-db.ts'
import { startTestServer } from './test-server.ts'

/** Milliseconds that a message to or from the database may take longer: see docs/recipes/find-a-test-that-fails-by-chance.md. */
const slowness = Number(process.env.MUSTER_TEST_SLOW_DATABASE ?? 0)

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  try {
    project.provide('testTemplate', await ensureTemplate(server))
    const slow = slowness > 0 ? await slowDatabase(server.url, slowness) : undefined
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
