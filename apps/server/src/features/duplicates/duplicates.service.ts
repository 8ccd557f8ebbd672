/** Duplicates: searches belong to the user who started them; results are read with their current rights. */

import type {
  DuplicateGroup,
  DuplicateScan,
  FindDuplicatesBody,
  MergeBody,
} from '@muster/contract/duplicates/duplicates.schema'
import { AppError } from '@muster/contract/errors'
import {
  accessTo,
  type CollectionAccess,
  type Deps,
  Homes,
  homeContext,
  recordDetail,
  scopeOf,
  type TeamModel,
  treeContext,
} from '../../engine/public.ts'
import { transaction } from '../../platform/db.ts'
import { RawJson } from '../../platform/http/bind.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import {
  cancelWork,
  findScan,
  insertScan,
  listScans,
  queueMerge,
  type StoredScan,
} from './duplicates.repo.ts'
import { type MergeGroups, readGroups, setDismissed } from './groups.repo.ts'
import { checkRules } from './keys.ts'
import { mergeRecords, survivorOf } from './merge.ts'

export class DuplicatesService {
  private readonly deps: Deps
  private readonly homes: Homes

  constructor(deps: Deps) {
    this.deps = deps
    this.homes = new Homes(deps.pool)
  }

  /** @throws AppError not_found, validation_failed */
  async find(teamUser: TeamUser, dataCollectionId: number, body: FindDuplicatesBody): Promise<DuplicateScan> {
    const { pool } = this.deps
    const model = await this.deps.models.get(teamUser.teamId)
    checkRules(accessTo(model, teamUser, dataCollectionId), body.rules)
    const { teamId, teamUserId } = teamUser
    const scanId = await transaction(pool, async (client) => {
      const id = await insertScan(client, model.schema, { teamUserId, dataCollectionId }, body)
      await this.deps.jobs.add('find_duplicates', { teamId, scanId: id }, { client })
      return id
    })
    return this.get(teamUser, scanId)
  }

  async list(teamUser: TeamUser, dataCollectionId: number): Promise<{ items: DuplicateScan[] }> {
    const model = await this.deps.models.get(teamUser.teamId)
    const access = accessTo(model, teamUser, dataCollectionId)
    const found = await listScans(this.deps.pool, model.schema, dataCollectionId, teamUser.teamUserId)
    return { items: found.map((scan) => presentScan(scan, access)) }
  }

  async get(teamUser: TeamUser, scanId: number): Promise<DuplicateScan> {
    const { scan, access } = await this.own(teamUser, scanId)
    return presentScan(scan, access)
  }

  async cancel(teamUser: TeamUser, scanId: number): Promise<DuplicateScan> {
    const { model } = await this.own(teamUser, scanId)
    await cancelWork(this.deps.pool, model.schema, scanId)
    return this.get(teamUser, scanId)
  }

  async groups(
    teamUser: TeamUser,
    scanId: number,
    page: { offset: number; limit: number },
  ): Promise<{ items: DuplicateGroup[]; total: number }> {
    const { model, scan, access } = await this.own(teamUser, scanId)
    const scope = scopeOf(treeContext({ model, caller: teamUser }, scan.dataCollectionId))
    const items = scan.status === 'done' ? await readGroups(this.deps.pool, scope, scanId, page) : []
    const seen = items.map((group) => ({
      ...group,
      differs: group.differs.filter((name) => access.fields.has(name)),
    }))
    return { items: seen, total: scan.openCount }
  }

  async dismiss(teamUser: TeamUser, scanId: number, n: number, isDismissed: boolean): Promise<DuplicateScan> {
    const { model } = await this.own(teamUser, scanId)
    const isFound = await transaction(this.deps.pool, (client) =>
      setDismissed(client, model.schema, scanId, n, isDismissed, teamUser.teamUserId),
    )
    if (!isFound) throw new AppError('not_found')
    return this.get(teamUser, scanId)
  }

  /** @throws AppError job_not_ready while the search or another merge is running */
  async mergeMany(teamUser: TeamUser, scanId: number, groups: MergeGroups): Promise<DuplicateScan> {
    const { model } = await this.own(teamUser, scanId)
    await transaction(this.deps.pool, async (client) => {
      if (!(await queueMerge(client, model.schema, scanId, groups))) throw new AppError('job_not_ready')
      await this.deps.jobs.add('merge_duplicates', { teamId: teamUser.teamId, scanId }, { client })
    })
    return this.get(teamUser, scanId)
  }

  /** @throws AppError not_found, access_denied, version_conflict, validation_failed */
  async merge(teamUser: TeamUser, dataCollectionId: number, body: MergeBody): Promise<RawJson> {
    const { pool, models } = this.deps
    const model = await models.get(teamUser.teamId)
    const context = homeContext({ model, caller: teamUser, executor: pool }, dataCollectionId)
    const operation = await mergeRecords(this.deps, context, body)
    const record = await recordDetail(context, body.survivorId)
    if (record === null) throw new AppError('not_found')
    return new RawJson(`{"record":${record},"operation":${JSON.stringify(operation)}}`)
  }

  /** The record that a record was merged into, if the caller may see it. */
  async survivor(teamUser: TeamUser, recordId: number): Promise<{ dataRecordId: number | null }> {
    const model = await this.deps.models.get(teamUser.teamId)
    const id = await survivorOf(this.deps.pool, model, recordId)
    if (id === null) return { dataRecordId: null }
    const context = { model, caller: teamUser, executor: this.deps.pool }
    const seen = await this.homes
      .find(model, id, (home) => recordDetail(homeContext(context, home), id))
      .catch((error: unknown) => {
        if (error instanceof AppError) return null
        throw error
      })
    return { dataRecordId: seen === null ? null : id }
  }

  /** The caller's own search, in a collection they may still see. @throws AppError not_found */
  private async own(
    teamUser: TeamUser,
    scanId: number,
  ): Promise<{ model: TeamModel; scan: StoredScan; access: CollectionAccess }> {
    const model = await this.deps.models.get(teamUser.teamId)
    const scan = await findScan(this.deps.pool, model.schema, scanId, teamUser.teamUserId)
    if (!scan) throw new AppError('not_found')
    return { model, scan, access: accessTo(model, teamUser, scan.dataCollectionId) }
  }
}

/** Fields that the reader may no longer see are not named. */
function presentScan(
  { teamUserId: _owner, mergeGroups: _groups, ...scan }: StoredScan,
  { fields }: CollectionAccess,
): DuplicateScan {
  return { ...scan, openDiffers: scan.openDiffers.filter(({ field }) => fields.has(field)) }
}
