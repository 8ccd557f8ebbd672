/** Reads wizards as they are stored. */
import type { WizardDefinition } from '@muster/contract/wizards/definition'
import { type Executor, one, rows, sql } from '../../platform/db.ts'
import type { DesignIds } from './design-env.ts'

export interface StoredTask {
  id: number
  type: string
  executionRank: number
  settings: Record<string, unknown>
}

export interface StoredStep {
  id: number
  executionRank: number
  settings: Record<string, unknown>
  tasks: StoredTask[]
}

export interface StoredWizard {
  id: number
  name: string
  settings: Record<string, unknown>
  version: number
  updatedAt: string
  liveVersionId: number | null
  liveVersion: number | null
  liveHash: string | null
  boundDataCollectionIds: number[]
  steps: StoredStep[]
}

/** @param lock the wizard's row stays locked until the transaction ends */
export async function readWizard(
  executor: Executor,
  teamId: number,
  id: number,
  { lock = false } = {},
): Promise<StoredWizard | undefined> {
  if (lock) {
    await one(
      executor,
      sql`select from muster.data_wizard where id = ${id} and team_id = ${teamId} for update`,
    )
  }
  const [found] = await readWizards(executor, teamId, id)
  return found
}

/** All wizards of a team by name, or one. */
export function readWizards(
  executor: Executor,
  teamId: number,
  id: number | null = null,
): Promise<StoredWizard[]> {
  return rows<StoredWizard>(
    executor,
    sql`select w.id, w.name, w.settings, w.version, w.updated_at as "updatedAt",
          w.live_version_id as "liveVersionId", v.number as "liveVersion", v.hash as "liveHash",
          (select coalesce(json_agg(b.data_collection_id order by b.n, b.id), '[]') from (
            select 1 as n, l.id, l.data_collection_id from muster.external_access_link l where l.data_wizard_id = w.id
            union all
            select 2, l.id, l.data_collection_id from muster.wizard_link l
            where l.data_wizard_id = w.id and l.type = 'record') b) as "boundDataCollectionIds",
          (select coalesce(json_agg(json_build_object('id', s.id, 'executionRank', s.execution_rank,
              'settings', s.settings, 'tasks', (
                select coalesce(json_agg(json_build_object('id', k.id, 'type', k.type,
                    'executionRank', k.execution_rank, 'settings', k.settings) order by k.execution_rank, k.id), '[]')
                from muster.wizard_step_task k where k.wizard_step_id = s.id))
              order by s.execution_rank, s.id), '[]')
            from muster.wizard_step s where s.data_wizard_id = w.id) as steps
        from muster.data_wizard w left join muster.data_wizard_version v on v.id = w.live_version_id
        where w.team_id = ${teamId} and w.deleted_at is null and (${id}::bigint is null or w.id = ${id}::bigint)
        order by lower(w.name), w.id`,
  )
}

/** The definitions that new runs get. */
export async function liveDefinitions(executor: Executor, teamId: number): Promise<WizardDefinition[]> {
  const found = await rows<{ definition: WizardDefinition }>(
    executor,
    sql`select v.definition from muster.data_wizard w join muster.data_wizard_version v on v.id = w.live_version_id
        where w.team_id = ${teamId} and w.deleted_at is null`,
  )
  return found.map(({ definition }) => definition)
}

/** What these versions do. */
export async function definitionsOfVersions(
  executor: Executor,
  teamId: number,
  ids: readonly number[],
): Promise<WizardDefinition[]> {
  if (ids.length === 0) return []
  const found = await rows<{ definition: WizardDefinition }>(
    executor,
    sql`select definition from muster.data_wizard_version where team_id = ${teamId} and id = any(${ids}::bigint[])`,
  )
  return found.map(({ definition }) => definition)
}

export async function wizardIds(executor: Executor, teamId: number): Promise<Set<number>> {
  const found = await rows<{ id: number }>(
    executor,
    sql`select id from muster.data_wizard where team_id = ${teamId} and deleted_at is null`,
  )
  return new Set(found.map(({ id }) => id))
}

export async function designIds(executor: Executor, teamId: number): Promise<DesignIds> {
  const found = await one<{ wizards: number[]; templates: number[] }>(
    executor,
    sql`select (select coalesce(json_agg(id), '[]') from muster.data_wizard
            where team_id = ${teamId} and deleted_at is null) as wizards,
          (select coalesce(json_agg(id), '[]') from muster.message_template
            where team_id = ${teamId} and status = 'PUBLISHED') as templates`,
  )
  return { wizards: new Set(found?.wizards), templates: new Set(found?.templates) }
}
