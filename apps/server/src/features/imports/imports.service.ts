/** Rules of imports: who may, what a file must be, how columns become fields. */
import fs from 'node:fs'
import type { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import type { Import } from '@muster/contract/imports/imports.api'
import { hasPermission } from '@muster/contract/roles/permissions'
import { transaction } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { changeModel } from '../collections/change-model.ts'
import { addFields, type NewField } from '../fields/add-fields.ts'
import { accessTo, type CollectionAccess } from '../records/access.ts'
import { type Encoding, encodings } from './encoding.ts'
import { ImportFiles } from './import-files.ts'
import {
  type ColumnMapping,
  cancelImport,
  deleteImport,
  findImport,
  insertImport,
  listImports,
  queueImport,
  type StoredImport,
  storeInspection,
} from './imports.repo.ts'
import { type Delimiter, inspect, type Reading } from './inspect.ts'

export class ImportService {
  private readonly deps: Deps
  private readonly files: ImportFiles

  constructor(deps: Deps) {
    this.deps = deps
    this.files = new ImportFiles(deps.config.dataDir)
  }

  /** @throws AppError access_denied, payload_too_large and the `file_` codes; nothing of the file stays then */
  async upload(
    teamUser: TeamUser,
    { dataCollectionId, fileName }: { dataCollectionId: number; fileName: string },
    body: Readable,
  ): Promise<Import> {
    await this.admit(teamUser, dataCollectionId)
    const { teamId, teamUserId } = teamUser
    const id = await insertImport(this.deps.pool, { teamId, teamUserId, dataCollectionId, fileName })
    try {
      const size = await this.files.save(id, body)
      await storeInspection(this.deps.pool, id, size, await inspect(this.files.upload(id)))
    } catch (error) {
      await this.files.remove(id)
      await deleteImport(this.deps.pool, id)
      throw error
    }
    return this.get(teamUser, id)
  }

  /** Whoever imports makes records with values in every field: rules that narrow this to some records forbid it. */
  private async admit(teamUser: TeamUser, dataCollectionId: number): Promise<CollectionAccess> {
    const model = await this.deps.models.get(teamUser.teamId)
    const access = accessTo(model, teamUser, dataCollectionId)
    if (access.updatable !== 'all') throw new AppError('access_denied')
    return access
  }

  async get(teamUser: TeamUser, id: number): Promise<Import> {
    return present(await this.find(teamUser, id))
  }

  private async find(teamUser: TeamUser, id: number): Promise<StoredImport> {
    const stored = await findImport(this.deps.pool, teamUser.teamId, id, teamUser.teamUserId)
    if (!stored) throw new AppError('not_found')
    return stored
  }

  async list({ teamId, teamUserId }: TeamUser): Promise<{ items: Import[] }> {
    const items = await listImports(this.deps.pool, teamId, teamUserId)
    return { items: items.map(present) }
  }

  /** @throws AppError job_not_ready once it was started, and the `file_` codes */
  async reread(
    teamUser: TeamUser,
    id: number,
    wanted: {
      delimiter?: Delimiter | undefined
      encoding?: string | undefined
      hasHeader?: boolean | undefined
    },
  ): Promise<Import> {
    const stored = await this.find(teamUser, id)
    if (stored.status !== 'ready') throw new AppError('job_not_ready')
    if (wanted.encoding !== undefined && !isEncoding(wanted.encoding)) throw new AppError('file_encoding')
    const reading: Partial<Reading> = {
      encoding: (wanted.encoding as Encoding | undefined) ?? stored.encoding,
      delimiter: wanted.delimiter ?? stored.delimiter,
      hasHeader: wanted.hasHeader ?? stored.hasHeader,
    }
    const inspection = await inspect(this.files.upload(id), reading)
    await storeInspection(this.deps.pool, id, stored.fileSize, inspection)
    return this.get(teamUser, id)
  }

  /** Adds the new fields, then queues the import: both or neither. @throws AppError validation_failed, access_denied */
  async run(teamUser: TeamUser, id: number, mappings: readonly ColumnMapping[]): Promise<Import> {
    const stored = await this.find(teamUser, id)
    if (stored.status !== 'ready') throw new AppError('job_not_ready')
    const access = await this.admit(teamUser, stored.dataCollectionId)
    checkMappings(access, stored, mappings)
    const hasNew = mappings.some((mapping) => 'newField' in mapping)
    if (hasNew && !hasPermission(teamUser, 'team_admin_data_collections')) throw new AppError('access_denied')
    const complete = hasNew ? await this.withNewFields(teamUser, stored, mappings) : mappings
    await transaction(this.deps.pool, async (client) => {
      if (!(await queueImport(client, id, complete))) throw new AppError('job_not_ready')
      await this.deps.jobs.add('run_import', { teamId: teamUser.teamId, importId: id }, { client })
    })
    return this.get(teamUser, id)
  }

  private withNewFields(
    { teamId }: TeamUser,
    stored: StoredImport,
    mappings: readonly ColumnMapping[],
  ): Promise<ColumnMapping[]> {
    return changeModel(this.deps, teamId, async (change) => {
      const fresh = mappings.filter((mapping) => 'newField' in mapping)
      const inputs = fresh.map(({ newField }) => newField as NewField)
      const ids = await addFields(change, stored.dataCollectionId, inputs)
      const nameOf = new Map(
        fresh.map((mapping, n) => [mapping, change.model.fields.get(ids[n] as number)?.columnName as string]),
      )
      return mappings.map((mapping) =>
        'newField' in mapping ? { index: mapping.index, columnName: nameOf.get(mapping) as string } : mapping,
      )
    })
  }

  async cancel(teamUser: TeamUser, id: number): Promise<Import> {
    const stored = await this.find(teamUser, id)
    if (!(await cancelImport(this.deps.pool, stored.id))) throw new AppError('job_not_ready')
    await this.files.remove(id)
    return this.get(teamUser, id)
  }

  /** A stream of the rejects file and its name. @throws AppError not_found when nothing was rejected */
  async rejects(teamUser: TeamUser, id: number): Promise<{ stream: Readable; fileName: string }> {
    const stored = await this.find(teamUser, id)
    const file = this.files.rejects(id)
    if (stored.rejected === 0 || !fs.existsSync(file)) throw new AppError('not_found')
    return { stream: fs.createReadStream(file), fileName: `rejected-${stored.fileName}` }
  }
}

function isEncoding(name: string): name is Encoding {
  return (encodings as readonly string[]).includes(name)
}

function checkMappings(
  access: CollectionAccess,
  stored: StoredImport,
  mappings: readonly ColumnMapping[],
): void {
  const seenColumns = new Set<string>()
  const seenIndexes = new Set<number>()
  for (const [n, mapping] of mappings.entries()) {
    const path = `columns.${n}`
    const bad = (key: string, code: 'unknown_field' | 'not_unique' | 'read_only'): AppError =>
      new AppError('validation_failed', { errors: [{ path: `${path}.${key}`, code }] })
    if (mapping.index >= stored.columns.length) throw bad('index', 'unknown_field')
    if (seenIndexes.has(mapping.index)) throw bad('index', 'not_unique')
    seenIndexes.add(mapping.index)
    if (!('columnName' in mapping)) continue
    const field = access.fields.get(mapping.columnName)
    if (!field) throw bad('columnName', 'unknown_field')
    if (field.update !== 'all') throw bad('columnName', 'read_only')
    if (seenColumns.has(mapping.columnName)) throw bad('columnName', 'not_unique')
    seenColumns.add(mapping.columnName)
  }
}

function present(stored: StoredImport): Import {
  const {
    teamId: _team,
    teamUserId: _user,
    mapping: _mapping,
    isEven: _isEven,
    facts: _facts,
    operationId,
    ...rest
  } = stored
  return {
    ...rest,
    operation: operationId === null ? null : { id: operationId, kind: 'import', recordCount: stored.created },
  }
}
