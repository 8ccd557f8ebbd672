/** Rules of imports: permissions, requirements on files, creation of fields for columns. */

import fs from 'node:fs'
import type { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import type { Import, ImportChoices, ImportMapping } from '@muster/contract/imports/imports.api'
import type { Language } from '@muster/contract/paging'
import { hasPermission } from '@muster/contract/roles/permissions'
import { addFields, type NewField } from '../../engine/public.design.ts'
import { accessTo, type CollectionAccess, changeModel, type Deps } from '../../engine/public.ts'
import { beforeFirstCommit, type Transaction, transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { addLinkBacks } from '../cards/public.ts'
import { checkChoices } from './check-choices.ts'
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
import { type Delimiter, inspect, type Wanted } from './inspect.ts'
import { deleteMapping, listMappings, saveMapping } from './mappings.repo.ts'
import { inWords } from './rejects.ts'
import { sheetToCsv } from './workbook.ts'

export class ImportService {
  private readonly deps: Deps
  private readonly files: ImportFiles

  constructor(deps: Deps) {
    this.deps = deps
    this.files = new ImportFiles(deps.config.dataDir)
  }

  /** @throws AppError access_denied, payload_too_large and the `file_` codes; the file is removed then */
  async upload(
    teamUser: TeamUser,
    { dataCollectionId, fileName }: { dataCollectionId: number; fileName: string },
    body: Readable,
  ): Promise<Import> {
    await this.requireAccess(teamUser, dataCollectionId)
    const { teamId, teamUserId } = teamUser
    const id = await insertImport(this.deps.pool, { teamId, teamUserId, dataCollectionId, fileName })
    try {
      const size = await this.files.save(id, body)
      await this.inspectFile(id, size, {})
    } catch (error) {
      await this.files.remove(id)
      await deleteImport(this.deps.pool, id)
      throw error
    }
    return this.get(teamUser, id)
  }

  /** Inspects the file, or a sheet of it, and stores the result. */
  private async inspectFile(id: number, size: number, wanted: Wanted, sheet?: number): Promise<void> {
    const upload = this.files.upload(id)
    const book = await sheetToCsv(upload, this.files.sheet(id), sheet)
    const file = book ? this.files.sheet(id) : upload
    const reading: Wanted = book ? { ...wanted, encoding: 'utf-8', delimiter: ',' } : wanted
    await storeInspection(this.deps.pool, id, size, {
      ...(await inspect(file, reading)),
      sheets: book?.sheets ?? null,
      sheet: book?.sheet ?? null,
      textSize: book ? (await fs.promises.stat(file)).size : size,
    })
  }

  /** Importing requires update permission for all records: row rules that limit it to some forbid it. */
  private async requireAccess(teamUser: TeamUser, dataCollectionId: number): Promise<CollectionAccess> {
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

  /** @throws AppError job_not_ready if the import has been started, and the `file_` codes */
  async reread(
    teamUser: TeamUser,
    id: number,
    wanted: {
      delimiter?: Delimiter | undefined
      encoding?: string | undefined
      hasHeader?: boolean | undefined
      sheet?: number | undefined
    },
  ): Promise<Import> {
    const stored = await this.find(teamUser, id)
    if (stored.status !== 'ready') throw new AppError('job_not_ready')
    if (wanted.encoding !== undefined && !isEncoding(wanted.encoding)) throw new AppError('file_encoding')
    if (wanted.sheet !== undefined && wanted.sheet !== stored.sheet) {
      if (!stored.sheets?.[wanted.sheet]) throw new AppError('not_found')
      await this.inspectFile(id, stored.fileSize, {}, wanted.sheet)
      return this.get(teamUser, id)
    }
    const reading: Wanted = {
      encoding: (wanted.encoding as Encoding | undefined) ?? stored.encoding,
      delimiter: wanted.delimiter ?? stored.delimiter,
      hasHeader: wanted.hasHeader ?? stored.hasHeader,
    }
    const inspection = await inspect(this.files.text(stored), reading)
    const { sheets, sheet, textSize } = stored
    await storeInspection(this.deps.pool, id, stored.fileSize, { ...inspection, sheets, sheet, textSize })
    return this.get(teamUser, id)
  }

  /** Queues a check of these choices. @throws AppError validation_failed, access_denied, job_not_ready */
  async check(teamUser: TeamUser, id: number, choices: ImportChoices): Promise<Import> {
    const stored = await this.find(teamUser, id)
    if (stored.status !== 'ready') throw new AppError('job_not_ready')
    await this.requireAccessFor(teamUser, stored, choices)
    await this.queue(stored, choices, 'check_import')
    return this.get(teamUser, id)
  }

  private async requireAccessFor(
    teamUser: TeamUser,
    stored: StoredImport,
    choices: ImportChoices,
  ): Promise<void> {
    const access = await this.requireAccess(teamUser, stored.dataCollectionId)
    const model = await this.deps.models.get(teamUser.teamId)
    checkChoices({ model, caller: teamUser, access, columnCount: stored.columns.length }, choices)
    const hasNew = choices.columns.some((mapping) => 'newField' in mapping)
    if (hasNew && !hasPermission(teamUser, 'team_admin_data_collections')) throw new AppError('access_denied')
  }

  private async queue(
    { id, teamId }: StoredImport,
    choices: ImportChoices,
    task: 'check_import' | 'run_import',
    more: (client: Transaction) => Promise<unknown> = async () => {},
  ): Promise<void> {
    await transaction(this.deps.pool, async (client) => {
      const status = task === 'check_import' ? 'checking' : 'queued'
      if (!(await queueImport(client, id, choices, status))) throw new AppError('job_not_ready')
      await more(client)
      await this.deps.jobs.add(task, { teamId, importId: id }, { client })
    })
  }

  /** Adds the new fields, then queues the import. @throws AppError validation_failed, access_denied */
  async run(
    teamUser: TeamUser,
    id: number,
    { saveAs, ...choices }: ImportChoices & { saveAs?: string | undefined },
  ): Promise<Import> {
    const stored = await this.find(teamUser, id)
    if (stored.status !== 'ready') throw new AppError('job_not_ready')
    await this.requireAccessFor(teamUser, stored, choices)
    const unmade = choices.columns.findIndex((mapping) => 'newList' in mapping && mapping.newList)
    if (unmade >= 0)
      throw new AppError('validation_failed', {
        errors: [{ path: `columns.${unmade}.newList`, code: 'unknown_field' }],
      })
    const hasNew = choices.columns.some((mapping) => 'newField' in mapping)
    const columns = hasNew
      ? await beforeFirstCommit(() => this.withNewFields(teamUser, stored, choices.columns))
      : choices.columns
    const complete = { ...choices, columns }
    await this.queue(stored, complete, 'run_import', async (client) => {
      if (saveAs) await saveMapping(client, stored, saveAs, complete)
    })
    return this.get(teamUser, id)
  }

  /** @throws AppError not_found, access_denied */
  async mappings(teamUser: TeamUser, dataCollectionId: number): Promise<{ items: ImportMapping[] }> {
    const { fields } = await this.requireAccess(teamUser, dataCollectionId)
    const all = await listMappings(this.deps.pool, teamUser.teamId, dataCollectionId)
    // Choices name fields, and who may not see one of them could not use the choices.
    return { items: all.filter(({ columns }) => columns.every(({ columnName }) => fields.has(columnName))) }
  }

  /** @throws AppError not_found, access_denied */
  async deleteMapping(teamUser: TeamUser, dataCollectionId: number, id: number): Promise<void> {
    await this.requireAccess(teamUser, dataCollectionId)
    const deleted = await deleteMapping(this.deps.pool, teamUser.teamId, dataCollectionId, id)
    if (deleted === 0) throw new AppError('not_found')
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
      await addLinkBacks(change, ids)
      const nameOf = new Map(
        fresh.map((mapping, n) => [mapping, change.model.fields.get(ids[n] as number)?.columnName as string]),
      )
      return mappings.map((mapping) =>
        'newField' in mapping ? withoutNew(mapping, nameOf.get(mapping) as string) : mapping,
      )
    })
  }

  async cancel(teamUser: TeamUser, id: number): Promise<Import> {
    const stored = await this.find(teamUser, id)
    const stopped = await cancelImport(this.deps.pool, stored.id)
    if (!stopped) throw new AppError('job_not_ready')
    if (stopped === 'import') await this.files.remove(id)
    return this.get(teamUser, id)
  }

  /** A stream of the rejects file and its name. @throws AppError not_found if nothing was rejected */
  async rejects(
    teamUser: TeamUser,
    id: number,
    language: Language,
  ): Promise<{ stream: Readable; fileName: string }> {
    const stored = await this.find(teamUser, id)
    const file = this.files.rejects(id)
    if (!fs.existsSync(file)) throw new AppError('not_found')
    return {
      stream: inWords(file, language),
      fileName: `rejected-${stored.fileName.replace(/\.xlsx$/i, '')}.csv`.replace(/\.csv\.csv$/i, '.csv'),
    }
  }
}

function isEncoding(name: string): name is Encoding {
  return (encodings as readonly string[]).includes(name)
}

type NewMapping = Extract<ColumnMapping, { newField: unknown }>

/** Replaces `newField` with the column name of the created field. */
function withoutNew({ newField: _made, ...rest }: NewMapping, columnName: string): ColumnMapping {
  return { ...rest, columnName }
}

function present(stored: StoredImport): Import {
  const {
    teamId: _team,
    teamUserId: _user,
    isEven: _isEven,
    facts: _facts,
    textSize: _textSize,
    operationId,
    ...rest
  } = stored
  return {
    ...rest,
    operation:
      operationId === null
        ? null
        : { id: operationId, kind: 'import', recordCount: stored.created + stored.updated },
  }
}
