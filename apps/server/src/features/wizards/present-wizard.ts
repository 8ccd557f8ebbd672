/** Wizards as the builder gets them. */
import { checkDefinition } from '@muster/contract/wizards/check-definition'
import type { DataWizard, ListedWizard } from '@muster/contract/wizards/wizards.schema'
import type { TeamModel } from '../../engine/public.ts'
import type { Executor } from '../../platform/db.ts'
import { definitionOf, hashOf } from './definition-of.ts'
import { designIds, readWizards, type StoredWizard } from './definitions.repo.ts'
import { designEnv } from './design-env.ts'
import { countRuns, type RunCounts } from './wizards.repo.ts'

export async function presentWizard(
  executor: Executor,
  model: TeamModel,
  stored: StoredWizard,
): Promise<DataWizard> {
  const env = designEnv(model, await designIds(executor, model.teamId))
  const { dataWizardId, boundDataCollectionIds: _bound, steps, ...settings } = definitionOf(stored)
  const definition = definitionOf(stored)
  return {
    ...settings,
    id: dataWizardId,
    firstDataWizardStepId: steps[0]?.id ?? null,
    stepCount: steps.length,
    steps: steps.map(({ tasks, ...step }, n) => ({
      ...step,
      dataWizardId,
      executionRank: n + 1,
      tasks: tasks.map((task, k) => ({ ...task, wizardStepId: step.id, executionRank: k + 1 })),
    })),
    liveVersion: stored.liveVersion,
    hasUnpublishedChanges: hashOf(definition) !== stored.liveHash,
    problems: checkDefinition(definition, env),
    version: stored.version,
    updatedAt: stored.updatedAt,
  }
}

export async function listWizards(executor: Executor, model: TeamModel): Promise<ListedWizard[]> {
  const stored = await readWizards(executor, model.teamId)
  const env = designEnv(model, await designIds(executor, model.teamId))
  const counts = new Map((await countRuns(executor, model.schema)).map((row) => [row.dataWizardId, row]))
  return stored.map((wizard) => {
    const definition = definitionOf(wizard)
    const { name, nameTranslations, description, icon, isPublic, isOpen, steps } = definition
    return {
      id: wizard.id,
      name,
      nameTranslations,
      description,
      icon,
      isPublic,
      isOpen,
      stepCount: steps.length,
      liveVersion: wizard.liveVersion,
      updatedAt: wizard.updatedAt,
      problemCount: checkDefinition(definition, env).length,
      ...runsOf(counts.get(wizard.id)),
    }
  })
}

function runsOf(counts: RunCounts | undefined): Pick<ListedWizard, 'runs' | 'lastRunAt'> {
  const { waiting = 0, done = 0, failed = 0, lastRunAt = null } = counts ?? {}
  return { runs: { waiting, done, failed }, lastRunAt }
}
