/** Runs once before the server's tests: one PostgreSQL server and one migrated template for all of them. */
import type { TestProject } from 'vitest/node'
import { ensureTemplate } from './template-db.ts'
import { startTestServer } from './test-server.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  try {
    project.provide('testServerUrl', server.url)
    project.provide('testTemplate', await ensureTemplate(server))
  } catch (error) {
    await server.stop()
    throw error
  }
  return () => server.stop()
}
