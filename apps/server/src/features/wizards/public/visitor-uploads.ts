/** Files that visitors upload while they answer; they are the run's until a record uses them. */
import type { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import type { FileObject } from '@muster/contract/files/files.api'
import type { FastifyRequest } from 'fastify'
import type { Deps, TeamModel } from '../../../engine/public.ts'
import { ident, one, sql, type Transaction } from '../../../platform/db.ts'
import { bodyOf, countOfRun, FilesService } from '../../files/public.ts'
import type { RunService } from '../runs/runs.service.ts'

/** Of one run, including those that the visitor has replaced. */
export const mostFiles = 20

interface Upload {
  teamId: number
  key: string
  runId: number
  dataFieldId: number
  name: string
}

export class VisitorUploads {
  private readonly deps: Deps
  private readonly runs: RunService
  private readonly files: FilesService

  constructor(deps: Deps, runs: RunService) {
    this.deps = deps
    this.runs = runs
    this.files = new FilesService(deps)
  }

  /**
   * @throws AppError not_found, also for a field that the current question does not ask for; too_many_files, and as
   * `FilesService.upload`
   */
  async upload(
    { teamId, key, runId, dataFieldId, name }: Upload,
    request: FastifyRequest,
  ): Promise<FileObject> {
    const field = await this.runs.askedField({ teamId, key }, runId, dataFieldId)
    if (!field.type.acceptsFile) throw new AppError('not_found')
    const model = await this.deps.models.get(teamId)
    // Before the body is read; and again when it is stored, since others may be stored meanwhile.
    if ((await countOfRun(this.deps.pool, model, runId)) >= mostFiles) throw new AppError('too_many_files')
    const body: Readable = bodyOf(request, this.files.maxBytesOf(field))
    const uploader = {
      teamId,
      teamUserId: null,
      owner: { kind: 'visitor', id: runId } as const,
      admit: (client: Transaction) => admitFile(client, model, runId),
    }
    return this.files.uploadFor(uploader, name, body, field)
  }
}

/** Uploads of one run wait for each other, so that together they do not exceed the limit. */
async function admitFile(client: Transaction, model: TeamModel, runId: number): Promise<void> {
  await one(client, sql`select from ${ident(model.schema, 'wizard_run')} where id = ${runId} for update`)
  if ((await countOfRun(client, model, runId)) >= mostFiles) throw new AppError('too_many_files')
}
