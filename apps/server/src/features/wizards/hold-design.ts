/**
 * Wizards hold back the fields, collections and views that they use: as stored, as new runs get them, and as runs under
 * way have them.
 */
import { AppError } from '@muster/contract/errors'
import { checkDefinition } from '@muster/contract/wizards/check-definition'
import type { WizardDefinition } from '@muster/contract/wizards/definition'
import type { DesignEnv } from '@muster/contract/wizards/tasks/definition'
import type { LosingChange, LostParts } from '../../engine/public.design.ts'
import { definitionOf } from './definition-of.ts'
import { definitionsOfVersions, designIds, liveDefinitions, readWizards } from './definitions.repo.ts'
import { designEnv } from './design-env.ts'
import { findAccessLinks } from './links.repo.ts'
import { versionsUnderWay } from './runs/runs.repo.ts'

/** @throws AppError in_use with the wizards that the change would break */
export async function wizardsHold({ client, before, after, lost }: LosingChange): Promise<void> {
  const { teamId } = after
  const stored = await readWizards(client, teamId)
  if (stored.length === 0) return
  const ids = await designIds(client, teamId)
  const [was, is] = [designEnv(before, ids), designEnv(after, ids)]
  const definitions = [
    ...stored.map(definitionOf),
    ...(await liveDefinitions(client, teamId)),
    ...(await definitionsOfVersions(client, teamId, await versionsUnderWay(client, after.schema))),
  ]
  const broken = new Set([
    ...definitions.filter((one) => isBroken(one, was, is)).map(({ dataWizardId }) => dataWizardId),
    ...(await findAccessLinks(client, teamId, {}))
      .filter((link) => bindsLost(link, lost))
      .map(({ dataWizardId }) => dataWizardId),
  ])
  const using = stored.filter(({ id }) => broken.has(id))
  if (using.length === 0) return
  throw new AppError('in_use', {
    params: {
      as: 'wizard',
      dataWizardIds: using.map(({ id }) => id),
      names: using.map(({ name }) => name).join(', '),
    },
  })
}

/** Whether the definition has problems that it did not have before. */
function isBroken(definition: WizardDefinition, was: DesignEnv, is: DesignEnv): boolean {
  const known = new Set(checkDefinition(definition, was).map((problem) => JSON.stringify(problem)))
  return checkDefinition(definition, is).some((problem) => !known.has(JSON.stringify(problem)))
}

/** Whether an external access link loses its collection, or the field with the address of its people. */
function bindsLost(
  link: { dataCollectionId: number; smsDataFieldId: number | null; emailDataFieldId: number | null },
  { dataCollectionIds, dataFieldIds }: LostParts,
): boolean {
  const fieldIds = [link.smsDataFieldId, link.emailDataFieldId]
  return (
    dataCollectionIds.has(link.dataCollectionId) || fieldIds.some((id) => id !== null && dataFieldIds.has(id))
  )
}
