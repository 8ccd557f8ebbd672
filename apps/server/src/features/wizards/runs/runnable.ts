/** The wizards that a person may run. */
import { AppError } from '@muster/contract/errors'
import type { Language } from '@muster/contract/paging'
import type { WizardDefinition } from '@muster/contract/wizards/definition'
import type { RunnableWizard } from '@muster/contract/wizards/wizards.schema'
import type { Deps } from '../../../engine/public.ts'
import { rows, sql, transaction } from '../../../platform/db.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import { mayRun } from '../may-run.ts'
import { liveVersion } from '../versions.ts'
import { isOpenNow } from './runs.service.ts'

/**
 * In the language of the versions that runs would get, which come into being here for wizards that are new or changed;
 * a wizard that never was without problems is left out.
 */
export async function runnableWizards(
  { pool, models }: Deps,
  teamUser: TeamUser,
  language: Language,
): Promise<{ items: RunnableWizard[] }> {
  const { teamId } = teamUser
  const model = await models.get(teamId)
  const stored = await rows<{ id: number }>(
    pool,
    sql`select id from muster.data_wizard where team_id = ${teamId} and deleted_at is null
        order by lower(name), id`,
  )
  const found: WizardDefinition[] = []
  for (const { id } of stored) {
    if (!mayRun(model, teamUser, id)) continue
    const live = await transaction(pool, (client) => liveVersion(client, model, id)).catch(notLive)
    if (live) found.push(live.definition)
  }
  const items = found
    .filter((definition) => isOpenNow(definition))
    .map((definition) => ({
      id: definition.dataWizardId,
      name: definition.nameTranslations[language] || definition.name,
      description: definition.descriptionTranslations[language] || definition.description,
      icon: definition.icon,
      steps: definition.steps.map(({ id, title, titleTranslations, icon }) => ({
        id,
        title: titleTranslations[language] || title,
        icon,
      })),
    }))
  return { items }
}

/** It has problems, or was deleted meanwhile. */
function notLive(error: unknown): null {
  const isExpected =
    error instanceof AppError && (error.code === 'wizard_not_live' || error.code === 'not_found')
  if (!isExpected) throw error
  return null
}
