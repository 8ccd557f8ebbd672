/** Runs that a person has left unfinished. */
import type { Language } from '@muster/contract/paging'
import type { OwnRun } from '@muster/contract/wizards/runs.schema'
import type { Deps } from '../../../engine/public.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import { mayRun } from '../may-run.ts'
import { versionOf } from '../versions.ts'
import { waitingRunsOf } from './runs.repo.ts'

/** Without those of wizards that the person may not run any more. */
export async function ownRuns(
  { pool, models }: Deps,
  teamUser: TeamUser,
  language: Language,
): Promise<{ items: OwnRun[] }> {
  const { teamUserId } = teamUser
  const model = await models.get(teamUser.teamId)
  const waiting = await waitingRunsOf(pool, model.schema, teamUserId)
  const items: OwnRun[] = []
  for (const { versionId, ...run } of waiting) {
    if (!mayRun(model, teamUser, run.dataWizardId)) continue
    const { definition } = await versionOf(pool, model, versionId)
    const step = definition.steps.find(({ id }) => id === run.wizardStepId)
    items.push({
      ...run,
      name: definition.nameTranslations[language] || definition.name,
      icon: definition.icon,
      step: step ? step.titleTranslations[language] || step.title : '',
    })
  }
  return { items }
}
