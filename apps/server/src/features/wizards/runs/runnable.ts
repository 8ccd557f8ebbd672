/** The wizards that a person may run. */
import type { Language } from '@muster/contract/paging'
import type { WizardDefinition } from '@muster/contract/wizards/definition'
import type { RunnableWizard } from '@muster/contract/wizards/wizards.schema'
import type { Deps } from '../../../engine/public.ts'
import { rows, sql } from '../../../platform/db.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import { mayRun } from '../may-run.ts'
import { isOpenNow } from './runs.service.ts'

/** In the language of their live versions; a wizard that never was without problems is left out. */
export async function runnableWizards(
  { pool, models }: Deps,
  teamUser: TeamUser,
  language: Language,
): Promise<{ items: RunnableWizard[] }> {
  const { teamId } = teamUser
  const model = await models.get(teamId)
  const found = await rows<{ definition: WizardDefinition }>(
    pool,
    sql`select v.definition from muster.data_wizard w join muster.data_wizard_version v on v.id = w.live_version_id
        where w.team_id = ${teamId} and w.deleted_at is null order by lower(w.name), w.id`,
  )
  const items = found
    .map(({ definition }) => definition)
    .filter((definition) => mayRun(model, teamUser, definition.dataWizardId) && isOpenNow(definition))
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
