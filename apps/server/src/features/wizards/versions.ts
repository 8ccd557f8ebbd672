/**
 * Versions: a run stays on the one that was live when it started. A definition without problems becomes a version at
 * the first start after a change; one with problems never goes live, and the last good version stays.
 */
import { AppError } from '@muster/contract/errors'
import { checkDefinition } from '@muster/contract/wizards/check-definition'
import type { WizardDefinition } from '@muster/contract/wizards/definition'
import type { Problem } from '@muster/contract/wizards/tasks/definition'
import type { TeamModel } from '../../engine/public.ts'
import { type Executor, one, run, sql, type Transaction } from '../../platform/db.ts'
import { definitionOf, hashOf } from './definition-of.ts'
import { designIds, readWizard, type StoredWizard } from './definitions.repo.ts'
import { designEnv } from './design-env.ts'

export interface Version {
  id: number
  number: number
  definition: WizardDefinition
}

/** Versions never change; they are kept until the team's model does. */
const kept = new WeakMap<TeamModel, Map<number, Version>>()

/** @throws AppError not_found */
export async function versionOf(executor: Executor, model: TeamModel, id: number): Promise<Version> {
  const ofTeam = kept.get(model) ?? new Map<number, Version>()
  const known = ofTeam.get(id)
  if (known) return known
  const found = await one<Version>(
    executor,
    sql`select id, number, definition from muster.data_wizard_version
        where id = ${id} and team_id = ${model.teamId}`,
  )
  if (!found) throw new AppError('not_found')
  kept.set(model, ofTeam.set(id, found))
  return found
}

export async function problemsOf(
  executor: Executor,
  model: TeamModel,
  wizard: StoredWizard,
): Promise<Problem[]> {
  const env = designEnv(model, await designIds(executor, model.teamId))
  return checkDefinition(definitionOf(wizard), env)
}

/**
 * The version that a new run gets: what is stored, if that has no problems, else the last good one.
 *
 * @throws AppError not_found, wizard_not_live if there never was a good one
 */
export async function liveVersion(client: Transaction, model: TeamModel, wizardId: number): Promise<Version> {
  const wizard = await readWizard(client, model.teamId, wizardId)
  if (!wizard) throw new AppError('not_found')
  const definition = definitionOf(wizard)
  const hash = hashOf(definition)
  if (hash !== wizard.liveHash && (await problemsOf(client, model, wizard)).length === 0) {
    return publish(client, model.teamId, wizard.id, definition, hash)
  }
  if (wizard.liveVersionId === null) throw new AppError('wizard_not_live')
  return versionOf(client, model, wizard.liveVersionId)
}

async function publish(
  client: Transaction,
  teamId: number,
  wizardId: number,
  definition: WizardDefinition,
  hash: string,
): Promise<Version> {
  // One at a time, so that numbers are not taken twice.
  await one(
    client,
    sql`select from muster.data_wizard where id = ${wizardId} and team_id = ${teamId} for update`,
  )
  await run(
    client,
    sql`insert into muster.data_wizard_version (team_id, data_wizard_id, number, definition, hash)
        select ${teamId}, ${wizardId}, coalesce(max(number), 0) + 1, ${JSON.stringify(definition)}::jsonb, ${hash}
        from muster.data_wizard_version where data_wizard_id = ${wizardId}
        on conflict (data_wizard_id, hash) do nothing`,
  )
  const version = (await one<Version>(
    client,
    sql`select id, number, definition from muster.data_wizard_version
        where data_wizard_id = ${wizardId} and hash = ${hash}`,
  )) as Version
  await run(
    client,
    sql`update muster.data_wizard set live_version_id = ${version.id} where id = ${wizardId} and team_id = ${teamId}`,
  )
  return version
}
