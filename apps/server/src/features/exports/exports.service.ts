/** Exports: who may see them, and what may be exported. */

import fs from 'node:fs'
import type { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import { type Export, type ExportBody, exportBody } from '@muster/contract/exports/exports.api'
import type { Language } from '@muster/contract/paging'
import {
  accessTo,
  type CollectionAccess,
  type CollectionModel,
  type Deps,
  requireExport,
} from '../../engine/public.ts'
import { type Transaction, transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { cleanFileName } from '../files/public.ts'
import { ExportFiles } from './export-files.ts'
import {
  deleteExport,
  exportRun,
  findExport,
  insertExport,
  listExports,
  type StoredExport,
} from './exports.repo.ts'
import { type ExportOptions, exportStatement } from './statement.ts'

export class ExportService {
  private readonly deps: Deps
  private readonly files: ExportFiles

  constructor(deps: Deps) {
    this.deps = deps
    this.files = new ExportFiles(deps.config.dataDir)
  }

  /** @throws AppError not_found, access_denied, filter_invalid, validation_failed for a field that the caller may not see */
  async create(teamUser: TeamUser, options: ExportBody): Promise<Export> {
    const { teamId, teamUserId } = teamUser
    const model = await this.deps.models.get(teamId)
    const access = accessTo(model, teamUser, options.dataCollectionId)
    requireExport(model, teamUser)
    checkFields(access, options)
    // Reports an invalid filter now instead of in the background.
    exportStatement(this.deps, model, teamUser, options)
    const fileName = fileNameOf(access.collection, options, model.timeZone)
    const id = await transaction(this.deps.pool, (client) =>
      addExport(this.deps, client, { teamId, teamUserId, fileName, options }),
    )
    return this.get(teamUser, id)
  }

  async get(teamUser: TeamUser, id: number): Promise<Export> {
    return present(await this.find(teamUser, id))
  }

  /** Finds the caller's own exports; a team admin, who may read all data anyway, finds everybody's. */
  private async find(teamUser: TeamUser, id: number): Promise<StoredExport> {
    const found = await findExport(this.deps.pool, teamUser.teamId, id, ownerOf(teamUser))
    if (!found) throw new AppError('not_found')
    return found
  }

  async list(teamUser: TeamUser, dataCollectionId?: number): Promise<{ items: Export[] }> {
    const items = await listExports(this.deps.pool, teamUser.teamId, ownerOf(teamUser), dataCollectionId)
    return { items: items.map(present) }
  }

  /** @throws AppError job_not_ready when the export has ended */
  async cancel(teamUser: TeamUser, id: number): Promise<Export> {
    await this.find(teamUser, id)
    if (!(await exportRun(id).apply(this.deps.pool, 'cancel'))) throw new AppError('job_not_ready')
    await this.deps.live.changed(teamUser.teamId, { kind: 'exports' })
    return this.get(teamUser, id)
  }

  /** @throws AppError job_not_ready while the export runs */
  async remove(teamUser: TeamUser, id: number): Promise<void> {
    await this.find(teamUser, id)
    if (!(await deleteExport(this.deps.pool, id))) throw new AppError('job_not_ready')
    await this.files.remove(id)
  }

  /** @throws AppError not_found, or access_denied when the user may no longer export */
  async checkDownload(teamUser: TeamUser, id: number): Promise<StoredExport> {
    const found = await this.find(teamUser, id)
    requireExport(await this.deps.models.get(teamUser.teamId), teamUser)
    return found
  }

  /** @throws AppError job_not_ready before the export is done, access_denied also for one's own earlier exports */
  async download(
    teamUser: TeamUser,
    id: number,
  ): Promise<{ stream: Readable; size: number; fileName: string }> {
    const { status, fileSize, fileName } = await this.checkDownload(teamUser, id)
    if (status !== 'done') throw new AppError('job_not_ready')
    const file = this.files.file(id)
    if (!fs.existsSync(file)) throw new AppError('not_found')
    return { stream: fs.createReadStream(file), size: fileSize ?? 0, fileName }
  }
}

async function addExport(
  { jobs }: Pick<Deps, 'jobs'>,
  client: Transaction,
  added: Parameters<typeof insertExport>[1],
): Promise<number> {
  const exportId = await insertExport(client, added)
  const { teamId } = added
  await jobs.add('run_export', { teamId, exportId }, { client, queue: `export ${teamId}` })
  return exportId
}

/**
 * Starts an export of the records that a wizard's run holds, in the run's transaction.
 *
 * @throws AppError access_denied
 */
export async function exportForRun(
  deps: Deps,
  client: Transaction,
  teamUser: TeamUser,
  wanted: {
    dataCollectionId: number
    ids: readonly number[]
    columns: readonly string[] | null
    language: Language
  },
): Promise<number> {
  const { teamId, teamUserId } = teamUser
  const model = await deps.models.get(teamId)
  const access = accessTo(model, teamUser, wanted.dataCollectionId)
  requireExport(model, teamUser)
  const readable = wanted.columns?.filter((column) => access.fields.has(column))
  const options: ExportOptions = {
    ...exportBody.parse({
      dataCollectionId: wanted.dataCollectionId,
      format: 'csv',
      language: wanted.language,
    }),
    ...(readable && readable.length > 0 ? { fields: readable } : {}),
    ids: wanted.ids,
  }
  const fileName = fileNameOf(access.collection, options, model.timeZone)
  return addExport(deps, client, { teamId, teamUserId, fileName, options })
}

function ownerOf({ isTeamAdmin, teamUserId }: TeamUser): number | null {
  return isTeamAdmin ? null : teamUserId
}

/** Treats fields that may not be read as unknown. */
function checkFields(access: CollectionAccess, { fields, linkBy }: ExportBody): void {
  const errors = [
    ...(fields ?? []).flatMap((name, n) => (access.fields.has(name) ? [] : [`fields.${n}`])),
    ...Object.keys(linkBy).flatMap((name) => (access.fields.has(name) ? [] : [`linkBy.${name}`])),
  ].map((path) => ({ path, code: 'unknown_field' as const }))
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

/** `People 2026-11-21.csv`; a collection's name may contain characters that a file name may not. */
function fileNameOf({ pluralName, name }: CollectionModel, { format }: ExportBody, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date())
  const title = (pluralName || name).replace(/[/\\]+/g, '-').slice(0, 150)
  return cleanFileName(`${title} ${day}.${format}`)
}

function present({ teamId: _team, options: _options, ...rest }: StoredExport): Export {
  return rest
}
