/** Who reads addresses and merge fields of what a wizard sends. */
import { settingsOfTask, tasksOf, variablesAt } from '@muster/contract/wizards/scope'
import { wizardTask } from '@muster/contract/wizards/tasks/index'
import { type Caller, homeOf } from '../../../engine/public.ts'
import type { ActiveRun } from './active-run.ts'
import { readerOf } from './run-access.ts'

const addressTypes = ['email_address', 'phone_number']

/**
 * The run's person, or else a caller that may read the addresses, and of other fields those that the wizard's tasks name:
 * a template is written by other people than a wizard, and must not show more than the wizard's author has allowed.
 */
export function messageReader(run: ActiveRun, dataCollectionId: number): Caller {
  if (run.runsAsPerson) return readerOf(run, dataCollectionId, [])
  const collection = run.model.collections.get(dataCollectionId)
  const homeId = collection ? homeOf(run.model, collection).id : dataCollectionId
  const named = new Set(namedFields(run))
  const fields = [...run.model.fields.values()].filter(
    (field) =>
      field.dataCollectionId === homeId &&
      !field.deletedAt &&
      (named.has(field.id) || addressTypes.includes(field.dataType)),
  )
  return readerOf(
    run,
    dataCollectionId,
    fields.map(({ id }) => id),
  )
}

function namedFields({ version: { definition }, env }: ActiveRun): number[] {
  return tasksOf(definition).flatMap((task) => {
    const settings = settingsOfTask(task)
    if (!settings) return []
    const needs = wizardTask(task.type).needs(settings, env, variablesAt(definition, task.id, env))
    return needs.flatMap(({ dataFieldId }) => dataFieldId ?? [])
  })
}
