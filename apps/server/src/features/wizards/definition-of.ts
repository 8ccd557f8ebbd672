/** A stored wizard as one value, with the defaults of settings that were stored before they existed. */
import crypto from 'node:crypto'
import { stepDefaults, taskDefaults, wizardDefaults } from '@muster/contract/wizards/defaults'
import type { WizardDefinition } from '@muster/contract/wizards/definition'
import type { TaskType } from '@muster/contract/wizards/tasks/definition'
import type { StoredWizard } from './definitions.repo.ts'

export function definitionOf({
  id,
  name,
  settings,
  boundDataCollectionIds,
  steps,
}: StoredWizard): WizardDefinition {
  return {
    ...wizardDefaults,
    ...settings,
    dataWizardId: id,
    name,
    boundDataCollectionIds,
    steps: steps.map((step) => ({
      ...stepDefaults,
      ...(step.settings as { title: string }),
      id: step.id,
      tasks: step.tasks.map((task) => ({
        ...taskDefaults,
        ...(task.settings as { title: string }),
        id: task.id,
        type: task.type as TaskType,
      })),
    })),
  }
}

/** Equal for equal definitions. */
export function hashOf(definition: WizardDefinition): string {
  return crypto.createHash('sha256').update(canonical(definition)).digest('hex')
}

/** JSON with sorted keys, since jsonb keeps no order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`)
    .join()}}`
}
