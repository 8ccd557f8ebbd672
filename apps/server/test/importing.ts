/** Helpers that upload, check, run and undo imports through the API. */
import { Readable } from 'node:stream'
import { type Import, importsApi } from '@muster/contract/imports/imports.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { expect } from 'vitest'
import { tasksOf } from '../src/tasks.ts'
import type { Client } from './client.ts'
import type { TestDeps } from './test-deps.ts'

/** Choices of an import. By default, the columns are those in the file's header. */
export interface TestChoices {
  columns?: readonly object[]
  mode?: 'create' | 'update' | 'createAndUpdate'
  matchBy?: readonly string[]
  emptyCells?: 'keep' | 'clear'
  duplicates?: 'first' | 'reject'
  saveAs?: string
}

export function importer(deps: TestDeps, client: Client, teamId: number) {
  const paramsOf = (importId: number) => ({ teamId, importId })
  const body = (file: Import, choices: TestChoices) =>
    ({
      columns: file.columns.map(({ index, header }) => ({ index, columnName: header })),
      ...choices,
    }) as never
  async function send(content: string | Buffer, dataCollectionId: number, fileName = 'file.csv') {
    return client.inject({
      method: 'POST',
      url: `/api/teams/${teamId}/imports?dataCollectionId=${dataCollectionId}&fileName=${fileName}`,
      headers: { 'content-type': 'text/csv' },
      payload: Readable.from([Buffer.from(content)]),
    })
  }
  async function upload(content: string | Buffer, dataCollectionId: number, fileName?: string) {
    const answer = await send(content, dataCollectionId, fileName)
    expect(answer.statusCode, answer.body).toBe(200)
    return JSON.parse(answer.body) as Import
  }
  async function finished(id: number): Promise<Import> {
    await deps.runJobs(tasksOf(deps))
    return client.ok(importsApi.get, { params: paramsOf(id) })
  }
  async function check(file: Import, choices: TestChoices = {}): Promise<Import> {
    await client.ok(importsApi.check, { params: paramsOf(file.id), body: body(file, choices) })
    return finished(file.id)
  }
  async function run(file: Import, choices: TestChoices = {}): Promise<Import> {
    await client.ok(importsApi.run, { params: paramsOf(file.id), body: body(file, choices) })
    return finished(file.id)
  }
  /** Checks and runs the import, and expects the run to have the checked result. */
  async function checkedRun(file: Import, choices: TestChoices = {}): Promise<Import> {
    const { check: checked, status, error } = await check(file, choices)
    expect({ status, error }).toEqual({ status: 'ready', error: null })
    const done = await run(file, choices)
    const { created, updated, unchanged, rejected, choicesCreated, rejectSamples } = done
    expect({ created, updated, unchanged, rejected, choicesCreated, rejectSamples }).toEqual({
      created: checked?.created,
      updated: checked?.updated,
      unchanged: checked?.unchanged,
      rejected: checked?.rejected,
      choicesCreated: checked?.choicesCreated,
      rejectSamples: checked?.rejectSamples,
    })
    expect(done.status, JSON.stringify(done.error)).toBe('done')
    return done
  }
  /** Downloads the file of rejected rows. */
  async function rejects({ id }: Import): Promise<string> {
    const answer = await client.inject({ method: 'GET', url: `/api/teams/${teamId}/imports/${id}/rejects` })
    expect(answer.statusCode).toBe(200)
    return answer.body
  }
  async function undo({ operation }: Import) {
    return client.ok(operationsApi.undo, { params: { teamId, operationId: operation?.id as number } })
  }
  /** All records of a collection that are not deleted, without version and timestamps. */
  async function state(dataCollectionId: number) {
    const records: unknown[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await client.ok(recordsApi.query, {
        params: { teamId, dataCollectionId },
        body: { limit: 1000, ...(cursor ? { cursor } : {}) },
      })
      for (const { id, name, values } of page.items) records.push({ id, name, values })
      if (!page.nextCursor) return records as { id: number; name: string; values: Record<string, unknown> }[]
      cursor = page.nextCursor
    }
  }
  return { send, upload, check, run, checkedRun, rejects, undo, state }
}
